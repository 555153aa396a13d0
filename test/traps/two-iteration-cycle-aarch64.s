// As two-iteration-cycle.s; the two fmov take 5 cycles each here, the fmul 6:
// 5 + 5 + 6 = 16 cycles every second iteration, 16/2 = 8.00.
// RUN: kernel-opt --bounds-only --cpu=thunderx2t99 %s | FileCheck %s
// CHECK: 8.00 cy/it, limited by latency{{$}}
// CHECK: LCD        8.00  16 cycles around {{[0-9]+}} steps, once per 2 iterations: 16/2{{$}}
.L0:
	fmov d2, d0
	fmov d0, d1
	fmul d1, d2, d5
	subs x0, x0, #1
	b.ne .L0

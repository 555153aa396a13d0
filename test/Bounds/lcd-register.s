# One addition to an accumulator, 4 cycles, from iteration to iteration. Four
# chains of it fill p0 p1 no better than 1/2 per iteration allows: 4 / 0.5 = 8.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# CHECK: 4.00 cy/it, limited by latency{{$}}
# CHECK-NEXT: next: 8 independent accumulators (unroll or interleave) would give 0.50 cy/it{{$}}
# CHECK: LCD        4.00  4 cycles around 1 step, once per iteration
# CHECK-NEXT: line [[#@LINE+3]]: vaddpd %xmm0, %xmm1, %xmm1  +4  from the iteration before
# CHECK-NEXT: CP         4.00
.L0:
	vaddpd %xmm0, %xmm1, %xmm1
	decq %rdi
	jne .L0

# One addition on p0 p1 takes 1/2 cycle; the counter alone makes it 1 cycle. Unrolled
# twice, it is updated once for two copies.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# CHECK: 1.00 cy/it, limited by latency{{$}}
# CHECK-NEXT: next: unrolling by 2 would give 0.50 cy/it{{$}}
.L0:
	vaddpd %xmm0, %xmm1, %xmm2
	decq %rdi
	jne .L0

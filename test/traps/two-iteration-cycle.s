# A cycle through two iterations, in registers: t = x; x = y; y = t * c. The
# moves are eliminated, so one multiplication of 4 cycles is met in every second
# iteration: LCD 4/2 = 2.00.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 %s | FileCheck %s
# CHECK: 2.00 cy/it, limited by latency{{$}}
# CHECK: LCD        2.00  4 cycles around {{[0-9]+}} steps, once per 2 iterations: 4/2{{$}}
# CHECK: CP         4.00
.L0:
	vmovaps %xmm0, %xmm2
	vmovaps %xmm1, %xmm0
	vmulsd %xmm5, %xmm2, %xmm1
	decq %rax
	jne .L0

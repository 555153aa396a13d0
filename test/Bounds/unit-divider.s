# Two divisions hold the divider for 8 cycles each: 16/1, and p0 for 1 each.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# CHECK: 16.00 cy/it, limited by unit div{{$}}
# CHECK: ports      2.00  2 micro-ops of 2 instructions on p0: 2/1{{$}}
# CHECK: unit      16.00  2 micro-ops of 2 instructions on div for 16 cycles: 16/1{{$}}
.L0:
	vdivpd %xmm0, %xmm1, %xmm2
	vdivpd %xmm0, %xmm1, %xmm3
	decq %rdi
	jne .L0

# x goes to y, and y, multiplied (3 cycles), to x: three cycles every two
# iterations, 3/2. The moves are eliminated and cost nothing.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# CHECK: 1.50 cy/it, limited by latency{{$}}
# CHECK: LCD        1.50  3 cycles around {{[0-9]+}} steps, once per 2 iterations: 3/2{{$}}
.L0:
	movq %rax, %rcx
	movq %rbx, %rax
	imulq %rdx, %rcx
	movq %rcx, %rbx
	decq %rdi
	jne .L0

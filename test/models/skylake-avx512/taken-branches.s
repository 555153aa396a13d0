# Each taken branch takes a cycle: the jump over the padding and the jump back are
# 2 cycles (measured: 2.0; 4.0 while the other hardware thread is busy).
# RUN: kernel-opt --bounds-only --cpu=cascadelake %s | FileCheck %s
# CHECK-LABEL: {{^}}one{{.*}}1.00 cy/it
# CHECK-NOT: branch
# CHECK-LABEL: {{^}}two{{.*}}2.00 cy/it, limited by taken branches
# CHECK: branch     2.00  2 taken branches
# The path runs from the exit test on into its own start: only the jump is taken.
# CHECK-LABEL: {{^}}falls{{.*}}1.00 cy/it
# CHECK-NOT: branch
	.p2align 6
	.type one, @function
one:
	decq %rdi
	jne one
	ret
	.p2align 6
	.type two, @function
two:
	jmp .Lover
	.p2align 6
.Lover:
	decq %rdi
	jne two
	ret
	.p2align 6
	.type falls, @function
falls:
	jmp .Lmiddle
.Ltop:
	cmpq %rcx, %rdi
	je .Lout
.Lmiddle:
	incq %rcx
	jmp .Ltop
.Lout:
	ret

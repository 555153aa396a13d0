# One taken branch in a trip takes a cycle, each of several takes 2: the jump
# over the padding and the jump back are 4 cycles (measured: 4.0).
# RUN: kernel-opt --cpu=cascadelake %s | FileCheck %s
# CHECK-LABEL: {{^}}one{{.*}}1.00 cy/it
# CHECK-NOT: branch
# CHECK-LABEL: {{^}}two{{.*}}4.00 cy/it, limited by taken branches
# CHECK: branch     4.00  2 taken branches
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

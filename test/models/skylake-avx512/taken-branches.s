# Each taken branch takes a cycle: the jump over the padding and the jump back are
# 2 cycles (measured: 2.0; 4.0 while the other hardware thread is busy).
# RUN: kernel-opt --cpu=cascadelake %s | FileCheck %s
# CHECK-LABEL: {{^}}one{{.*}}1.00 cy/it
# CHECK-NOT: branch
# CHECK-LABEL: {{^}}two{{.*}}2.00 cy/it, limited by taken branches
# CHECK: branch     2.00  2 taken branches
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

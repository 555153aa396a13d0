# Taken branches of Zen 5: two in a cycle, if the micro-op cache has their code ready,
# and one trip. Measured cycles are in the comments.
# RUN: llvm-mc -filetype=obj -triple=x86_64 %s -o %t.o
# RUN: kernel-opt --bounds-only --all --cpu=znver5 %t.o | FileCheck %s
	.p2align 6
	.type two, @function
# 1.00. What stands between is not reached.
# CHECK-LABEL: {{^}}two ({{.*}}1.00 cy/it
two:
	jmp .Ltwo1
	.rept 16
	nopl 0x0(%rax)
	.endr
.Ltwo1:
	decq %rdi
	jne two
	ret
	.p2align 6
	.type four, @function
# 2.00.
# CHECK-LABEL: {{^}}four ({{.*}}2.00 cy/it, limited by the front end
# CHECK: 4 windows of code in 4 lines of the micro-op cache, looked up in 1 cycle, 2 lines a cycle
# CHECK-NOT: taken branches
four:
	jmp .Lfour1
	.rept 16
	nopl 0x0(%rax)
	.endr
.Lfour1:
	jmp .Lfour2
	.rept 16
	nopl 0x0(%rax)
	.endr
.Lfour2:
	jmp .Lfour3
	.rept 16
	nopl 0x0(%rax)
	.endr
.Lfour3:
	decq %rdi
	jne four
	ret
	.p2align 6
	.type three, @function
# The code behind a jump begins a line of its own: 3 of them, 1.50.
# CHECK-LABEL: {{^}}three ({{.*}}1.50 cy/it, limited by the front end
three:
	.rept 7
	nopl 0x0(%rax)
	.endr
	jmp .Lthree1
	.rept 16
	nopl 0x0(%rax)
	.endr
.Lthree1:
	decq %rdi
	jne three
	ret

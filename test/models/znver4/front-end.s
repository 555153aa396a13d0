# The micro-op cache delivers nine instructions in a cycle, and a trip begins with a new
# one. Measured: 1.50, 2.00 and 2.00 cycles for 9, 10 and 12 micro-ops in a window.
# RUN: kernel-opt --bounds-only --cpu=znver4 %s | FileCheck %s
	.text
# CHECK: label .L9: 1.50 cy/it
	.p2align 6
.L9:
	.rept 8
	movq	%rax, %r8
	.endr
	decq	%rdi
	jne	.L9
# CHECK: label .L10: 2.00 cy/it, limited by the front end
# CHECK: code 2.00 1 window of code, 10 micro-ops, 9 a cycle
	.p2align 6
.L10:
	.rept 9
	movq	%rax, %r8
	.endr
	decq	%rdi
	jne	.L10

# What crosses between the register files needs ALUs: a move to a general register as
# much as three other micro-ops, one from there as much as one. Measured, beside 8 lea:
# 3.00 and 2.50 cycles; a comparison into the flags takes none (2.24).
# RUN: kernel-opt --bounds-only --cpu=znver4 %s | FileCheck %s
	.text
	.macro loop name, insts:vararg
	.globl \name
\name:
.L\name:
	\insts
	.irp r, r8, r9, r10, r11, r12, r13, r14, r15
	leaq	1(%rcx), %\r
	.endr
	decq	%rdi
	jne	.L\name
	ret
	.endm
# CHECK: out ({{.*}}): 3.00 cy/it
# CHECK: ports 3.00 12 micro-ops of 10 instructions on alu0 alu1 alu2 alu3: 12/4
# CHECK: issue 1.67 10 issue slots / 6
	loop out, vmovd %xmm1, %eax
# CHECK: mask ({{.*}}): 3.00 cy/it
	loop mask, vpmovmskb %xmm1, %eax
# Beside 6 lea, 2.0 to 3.0 cycles: one ALU is proved.
# CHECK: convert ({{.*}}): 2.50 cy/it
	loop convert, vcvttss2si %xmm1, %eax
# CHECK: in ({{.*}}): 2.50 cy/it
# CHECK: ports 2.50 10 micro-ops of 10 instructions on alu0 alu1 alu2 alu3: 10/4
	loop in, vmovd %ecx, %xmm2
# CHECK: flags ({{.*}}): 2.25 cy/it
	loop flags, vucomiss %xmm0, %xmm1

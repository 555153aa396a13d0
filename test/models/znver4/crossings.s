# What a vector or a mask gives to a general register leaves by the result of one ALU:
# shifts, which have two ALUs, and sums, which have four, lose that one; products and
# conditional moves do not use it. Comparisons into the flags and masks of signs take the
# result of another ALU, which shifts do not use. Measured: 8.0, 11.9, 12.2, 8.0, 8.0,
# 12.0, 8.5, 12.4, 13.0 and 8.5 cycles.
# RUN: kernel-opt --cpu=znver4 -q %s | FileCheck %s
	.text
	.macro loop name, first, second, third
	.globl \name
\name:
.L\name:
	.rept 2
	.irp r, r8, r9, r10, r11
	\first
	\second \r
	\third \r
	.endr
	.endr
	decq	%rdi
	jne	.L\name
	ret
	.endm
	.macro nothing r
	.endm
	.macro move
	vmovd	%xmm1, %eax
	.endm
	.macro extract
	vpextrd	$1, %xmm1, %eax
	.endm
	.macro flags
	vcomisd	%xmm0, %xmm1
	.endm
	.macro signs
	vmovmskps %xmm1, %eax
	.endm
	.macro into
	vmovq	%rax, %xmm2
	.endm
	.macro shift r
	shlxq	%r14, %\r, %\r
	.endm
	.macro sum r
	addq	$1, %\r
	.endm
	.macro product r
	imulq	%r14, %\r
	.endm
	.macro choice r
	cmovcq	%r14, %\r
	.endm
# CHECK: {{^}}alone ({{.*}}): 8.00 cy/it, limited by unit fp2int
	loop alone, move, nothing, nothing
# CHECK: {{^}}shifts ({{.*}}): 11.8
	loop shifts, move, shift, nothing
# CHECK: {{^}}sums ({{.*}}): 11.9
	loop sums, move, sum, sum
# CHECK: {{^}}products ({{.*}}): 8.00 cy/it
	loop products, move, product, nothing
# CHECK: {{^}}choices ({{.*}}): 8.00 cy/it
	loop choices, move, choice, nothing
# CHECK: {{^}}extracts ({{.*}}): 11.8
	loop extracts, extract, shift, nothing
# CHECK: {{^}}flags_shifts ({{.*}}): 8.
	loop flags_shifts, flags, shift, nothing
# CHECK: {{^}}flags_sums ({{.*}}): 11.
	loop flags_sums, flags, sum, sum
# CHECK: {{^}}signs_choices ({{.*}}): 12.0
	loop signs_choices, signs, choice, nothing
# CHECK: {{^}}into_choices ({{.*}}): 8.50 cy/it
	loop into_choices, into, choice, nothing

# A store of a general register or a constant whose address has an index takes two
# slots and an ALU; stores of vectors take one slot and none. Measured: 3.25 cycles with
# 14 nops and two of them, and 3.00.
# RUN: kernel-opt --bounds-only --cpu=znver3 %s | FileCheck %s --check-prefixes=CHECK,ZEN3
# RUN: kernel-opt --bounds-only --cpu=znver4 %s | FileCheck %s --check-prefixes=CHECK,ZEN4
	.text
# An update with an index takes an ALU more on Zen 3, and none on Zen 4.
# ZEN3: indexed ({{.*}}): 2.75 cy/it
# ZEN4: indexed ({{.*}}): 2.50 cy/it
# CHECK: issue 2.33 14 issue slots / 6
indexed:
.L0:
	movl	%r12d, (%r13,%r11)
	movl	$1, 4(%r13,%r11)
	addl	%r12d, 8(%r13,%r11)
	movb	%r12b, 12(%r13,%r11)
	.irp	r, eax, ebx, ecx, edx, esi
	leal	1(%r12), %\r
	.endr
	decq	%rdi
	jne	.L0
	ret
# CHECK: others ({{.*}}): 2.00 cy/it
# ZEN3: issue 1.67 10 issue slots / 6
# An update takes two slots on Zen 4, also without an index.
# ZEN4: issue 1.83 11 issue slots / 6
others:
.L1:
	movl	%r12d, (%r13)
	movl	$1, 4(%r13)
	addl	%r12d, 8(%r13)
	movss	%xmm0, 12(%r13,%r11)
	.irp	r, eax, ebx, ecx, edx, esi
	leal	1(%r12), %\r
	.endr
	decq	%rdi
	jne	.L1
	ret

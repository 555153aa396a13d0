# Zen 5 renames loads of one and two bytes whose instruction computes. The datum of a plain
# store goes through an ALU, a cycle that is seen behind such a store, and not behind one
# of a whole register, of an update of memory or of SETcc. Each loop has a multiplication
# (3 cycles) but the last. Measured: 4.9, 5.0, 9.9, 4.0, 10.9, 9.9 and 2.0 cycles.
# RUN: kernel-opt -q --cpu=znver5 %s | FileCheck %s
# CHECK: byte ({{.*}}): 5.00 cy/it
# CHECK: word_sign ({{.*}}): 5.00 cy/it
# CHECK: byte_alone ({{.*}}): 10.00 cy/it
# CHECK: low_byte ({{.*}}): 4.00 cy/it
# CHECK: other_byte ({{.*}}): 11.00 cy/it
# CHECK: update_alone ({{.*}}): 10.00 cy/it
# CHECK: condition ({{.*}}): 2.00 cy/it
byte:
.Lbyte:
	imulq	%rax, %rax
	movb	%al, (%r14)
	xorb	(%r14), %al
	decq	%rdi
	jne	.Lbyte
	ret
word_sign:
.Lword_sign:
	imulq	%rax, %rax
	movw	%ax, (%r14)
	movswl	(%r14), %eax
	decq	%rdi
	jne	.Lword_sign
	ret
byte_alone:
.Lbyte_alone:
	imulq	%rax, %rax
	movb	%al, (%r14)
	movzbl	(%r14), %eax
	decq	%rdi
	jne	.Lbyte_alone
	ret
low_byte:
.Llow_byte:
	imulq	%rax, %rax
	movq	%rax, (%r14)
	xorb	(%r14), %al
	decq	%rdi
	jne	.Llow_byte
	ret
other_byte:
.Lother_byte:
	imulq	%rax, %rax
	movw	%ax, (%r14)
	xorb	1(%r14), %al
	decq	%rdi
	jne	.Lother_byte
	ret
update_alone:
.Lupdate_alone:
	imulq	%rax, %rax
	addb	%al, (%r14)
	movzbl	(%r14), %eax
	decq	%rdi
	jne	.Lupdate_alone
	ret
condition:
.Lcondition:
	cmpb	$0, (%r14)
	sete	(%r14)
	decq	%rdi
	jne	.Lcondition
	ret

# A counter that data choose is no value that could stay in a register, and the
# sum is: of all dependences through memory, only its own is spared.

# RUN: kernel-opt --cpu=znver5 --all %s | FileCheck %s
# CHECK: next: keeping stored values in registers until they are loaded (line 23, line 21) would give 3.00 cy/it

	.text
	.globl	count
count:
	movl	$64, %ecx
.Lloop:
	movzbl	(%rdi), %eax
	andl	$7, %eax
	incl	(%rsi,%rax,4)
	movzbl	1(%rdi), %eax
	andl	$7, %eax
	incl	(%rsi,%rax,4)
	movzbl	2(%rdi), %eax
	andl	$7, %eax
	incl	(%rsi,%rax,4)
	movsd	(%rdx), %xmm0
	addsd	(%rdi), %xmm0
	movsd	%xmm0, (%rdx)
	addq	$8, %rdi
	decl	%ecx
	jne	.Lloop
	retq

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiled from gauss_seidel.f90: gfortran 12 -O3 -march=cascadelake
	.file	"gauss_seidel.f90"
	.text
	.p2align 4
	.globl	gauss_seidel_
	.type	gauss_seidel_, @function
gauss_seidel_:
	pushq	%r12
	movq	%rdi, %rax
	xorl	%edi, %edi
	pushq	%rbp
	pushq	%rbx
	movslq	(%rdx), %r9
	movl	(%rcx), %r12d
	testq	%r9, %r9
	movq	%r9, %rdx
	cmovs	%rdi, %r9
	cmpl	$2, %r12d
	jle	.L8
	cmpl	$2, %edx
	jle	.L8
	movq	%r9, %rdi
	leaq	(%r9,%r9), %r10
	notq	%rdi
	addq	%r10, %rdi
	movq	%rdi, %r11
	subq	%r9, %r11
	addq	%r11, %r10
	movq	%r10, %rcx
	subq	%r9, %rcx
	subl	$3, %edx
	addq	%rcx, %rdx
	vmovsd	(%rsi), %xmm1
	leaq	0(,%r9,8), %rbp
	leaq	16(%rax,%rdi,8), %r8
	leaq	24(%rax,%rdx,8), %rdx
	movl	$2, %ebx
	.p2align 4,,10
	.p2align 3
.L6:
	movq	%r11, %rsi
	movq	%r10, %rcx
	vmovsd	-8(%r8), %xmm0
	incl	%ebx
	movq	%r8, %rax
	subq	%rdi, %rsi
	subq	%rdi, %rcx
	.p2align 4,,10
	.p2align 3
.L4:
	vaddsd	8(%rax), %xmm0, %xmm0
	vaddsd	(%rax,%rsi,8), %xmm0, %xmm0
	vaddsd	(%rax,%rcx,8), %xmm0, %xmm0
	addq	$8, %rax
	vmulsd	%xmm1, %xmm0, %xmm0
	vmovsd	%xmm0, -8(%rax)
	cmpq	%rax, %rdx
	jne	.L4
	addq	%rbp, %r8
	addq	%r9, %rdi
	addq	%r9, %r11
	addq	%r9, %r10
	addq	%rbp, %rdx
	cmpl	%ebx, %r12d
	jne	.L6
.L8:
	popq	%rbx
	popq	%rbp
	popq	%r12
	ret
	.size	gauss_seidel_, .-gauss_seidel_
	.section	.note.GNU-stack,"",@progbits

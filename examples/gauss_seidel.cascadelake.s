# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiled from gauss_seidel.c: gcc 12 -O3 -march=cascadelake
	.file	"gauss_seidel.c"
	.text
	.p2align 4
	.globl	gauss_seidel
	.type	gauss_seidel, @function
gauss_seidel:
	vmovsd	%xmm0, %xmm0, %xmm2
	movl	%esi, %edx
	cmpl	$2, %esi
	jle	.L6
	subl	$3, %edx
	salq	$13, %rdx
	leaq	8192(%rdi), %rcx
	leaq	16384(%rdi,%rdx), %rdi
.L3:
	movq	%rcx, %rdx
	vmovsd	(%rdx), %xmm1
	leaq	-8192(%rcx), %rsi
	movl	$8, %eax
	addq	$8192, %rcx
	.p2align 4,,10
	.p2align 3
.L4:
	vmovsd	(%rsi,%rax), %xmm0
	vaddsd	(%rcx,%rax), %xmm0, %xmm0
	vaddsd	%xmm1, %xmm0, %xmm0
	vaddsd	8(%rdx,%rax), %xmm0, %xmm0
	vmulsd	%xmm2, %xmm0, %xmm1
	vmovsd	%xmm1, (%rdx,%rax)
	addq	$8, %rax
	cmpq	$8184, %rax
	jne	.L4
	cmpq	%rdi, %rcx
	jne	.L3
.L6:
	ret
	.size	gauss_seidel, .-gauss_seidel
	.section	.note.GNU-stack,"",@progbits

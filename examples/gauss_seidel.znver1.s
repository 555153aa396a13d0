# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiled from gauss_seidel.c: clang 22 -O3 -march=znver1
	.file	"gauss_seidel.c"
	.text
	.globl	gauss_seidel                    # -- Begin function gauss_seidel
	.p2align	4
	.type	gauss_seidel,@function
gauss_seidel:                           # @gauss_seidel
# %bb.0:
                                        # kill: def $esi killed $esi def $rsi
	cmpl	$3, %esi
	jl	.LBB0_5
# %bb.1:
	decl	%esi
	leaq	16392(%rdi), %rax
	movl	$1, %ecx
	xorl	%edx, %edx
	.p2align	4
.LBB0_2:                                # =>This Loop Header: Depth=1
                                        #     Child Loop BB0_3 Depth 2
	movq	%rdx, %r8
	shlq	$13, %r8
	vmovsd	8192(%rdi,%r8), %xmm1           # xmm1 = mem[0],zero
	movq	$-1022, %r8                     # imm = 0xFC02
	.p2align	4
.LBB0_3:                                #   Parent Loop BB0_2 Depth=1
                                        # =>  This Inner Loop Header: Depth=2
	vmovsd	-8208(%rax,%r8,8), %xmm2        # xmm2 = mem[0],zero
	vaddsd	8176(%rax,%r8,8), %xmm2, %xmm2
	vaddsd	%xmm1, %xmm2, %xmm1
	vaddsd	-8(%rax,%r8,8), %xmm1, %xmm1
	vmulsd	%xmm1, %xmm0, %xmm1
	vmovsd	%xmm1, -16(%rax,%r8,8)
	incq	%r8
	jne	.LBB0_3
# %bb.4:                                #   in Loop: Header=BB0_2 Depth=1
	incq	%rcx
	incq	%rdx
	addq	$8192, %rax                     # imm = 0x2000
	cmpq	%rsi, %rcx
	jne	.LBB0_2
.LBB0_5:
	retq
.Lfunc_end0:
	.size	gauss_seidel, .Lfunc_end0-gauss_seidel
                                        # -- End function
	.section	".note.GNU-stack","",@progbits
	.addrsig

# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiled from triad.c: clang 22 -O3 -march=skylake-avx512
	.file	"triad.c"
	.text
	.globl	triad                           # -- Begin function triad
	.p2align	4
	.type	triad,@function
triad:                                  # @triad
# %bb.0:
	testq	%rcx, %rcx
	je	.LBB0_13
# %bb.1:
	cmpq	$4, %rcx
	jae	.LBB0_4
# %bb.2:
	xorl	%eax, %eax
	jmp	.LBB0_3
.LBB0_4:
	cmpq	$16, %rcx
	jae	.LBB0_6
# %bb.5:
	xorl	%eax, %eax
	jmp	.LBB0_10
.LBB0_6:
	movq	%rcx, %rax
	andq	$-16, %rax
	vbroadcastsd	%xmm0, %ymm1
	xorl	%r8d, %r8d
	.p2align	4
.LBB0_7:                                # =>This Inner Loop Header: Depth=1
	vmovupd	(%rdx,%r8,8), %ymm2
	vmovupd	32(%rdx,%r8,8), %ymm3
	vmovupd	64(%rdx,%r8,8), %ymm4
	vmovupd	96(%rdx,%r8,8), %ymm5
	vfmadd213pd	(%rsi,%r8,8), %ymm1, %ymm2 # ymm2 = (ymm1 * ymm2) + mem
	vfmadd213pd	32(%rsi,%r8,8), %ymm1, %ymm3 # ymm3 = (ymm1 * ymm3) + mem
	vfmadd213pd	64(%rsi,%r8,8), %ymm1, %ymm4 # ymm4 = (ymm1 * ymm4) + mem
	vfmadd213pd	96(%rsi,%r8,8), %ymm1, %ymm5 # ymm5 = (ymm1 * ymm5) + mem
	vmovupd	%ymm2, (%rdi,%r8,8)
	vmovupd	%ymm3, 32(%rdi,%r8,8)
	vmovupd	%ymm4, 64(%rdi,%r8,8)
	vmovupd	%ymm5, 96(%rdi,%r8,8)
	addq	$16, %r8
	cmpq	%r8, %rax
	jne	.LBB0_7
# %bb.8:
	cmpq	%rax, %rcx
	je	.LBB0_13
# %bb.9:
	testb	$12, %cl
	je	.LBB0_3
.LBB0_10:
	movq	%rax, %r8
	movq	%rcx, %rax
	andq	$-4, %rax
	vbroadcastsd	%xmm0, %ymm1
	.p2align	4
.LBB0_11:                               # =>This Inner Loop Header: Depth=1
	vmovupd	(%rdx,%r8,8), %ymm2
	vfmadd213pd	(%rsi,%r8,8), %ymm1, %ymm2 # ymm2 = (ymm1 * ymm2) + mem
	vmovupd	%ymm2, (%rdi,%r8,8)
	addq	$4, %r8
	cmpq	%r8, %rax
	jne	.LBB0_11
	jmp	.LBB0_12
.LBB0_3:
	vmovsd	(%rdx,%rax,8), %xmm1            # xmm1 = mem[0],zero
	vfmadd213sd	(%rsi,%rax,8), %xmm0, %xmm1 # xmm1 = (xmm0 * xmm1) + mem
	vmovsd	%xmm1, (%rdi,%rax,8)
	incq	%rax
.LBB0_12:
	cmpq	%rax, %rcx
	jne	.LBB0_3
.LBB0_13:
	vzeroupper
	retq
.Lfunc_end0:
	.size	triad, .Lfunc_end0-triad
                                        # -- End function
	.section	".note.GNU-stack","",@progbits
	.addrsig

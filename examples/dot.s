# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiled from dot.c: clang 22 -O3 -march=skylake-avx512
	.file	"dot.c"
	.text
	.globl	dot_double                      # -- Begin function dot_double
	.p2align	4
	.type	dot_double,@function
dot_double:                             # @dot_double
# %bb.0:
	testq	%rdx, %rdx
	je	.LBB0_1
# %bb.2:
	movl	%edx, %eax
	andl	$7, %eax
	cmpq	$8, %rdx
	jae	.LBB0_8
# %bb.3:
	vxorpd	%xmm0, %xmm0, %xmm0
	xorl	%ecx, %ecx
	jmp	.LBB0_5
.LBB0_1:
	vxorps	%xmm0, %xmm0, %xmm0
	retq
.LBB0_8:
	andq	$-8, %rdx
	vxorpd	%xmm0, %xmm0, %xmm0
	xorl	%ecx, %ecx
	.p2align	4
.LBB0_9:                                # =>This Inner Loop Header: Depth=1
	vmovsd	(%rdi,%rcx,8), %xmm1            # xmm1 = mem[0],zero
	vmovsd	8(%rdi,%rcx,8), %xmm2           # xmm2 = mem[0],zero
	vfmadd132sd	(%rsi,%rcx,8), %xmm0, %xmm1 # xmm1 = (xmm1 * mem) + xmm0
	vfmadd231sd	8(%rsi,%rcx,8), %xmm2, %xmm1 # xmm1 = (xmm2 * mem) + xmm1
	vmovsd	16(%rdi,%rcx,8), %xmm0          # xmm0 = mem[0],zero
	vfmadd132sd	16(%rsi,%rcx,8), %xmm1, %xmm0 # xmm0 = (xmm0 * mem) + xmm1
	vmovsd	24(%rdi,%rcx,8), %xmm1          # xmm1 = mem[0],zero
	vfmadd132sd	24(%rsi,%rcx,8), %xmm0, %xmm1 # xmm1 = (xmm1 * mem) + xmm0
	vmovsd	32(%rdi,%rcx,8), %xmm0          # xmm0 = mem[0],zero
	vfmadd132sd	32(%rsi,%rcx,8), %xmm1, %xmm0 # xmm0 = (xmm0 * mem) + xmm1
	vmovsd	40(%rdi,%rcx,8), %xmm1          # xmm1 = mem[0],zero
	vfmadd132sd	40(%rsi,%rcx,8), %xmm0, %xmm1 # xmm1 = (xmm1 * mem) + xmm0
	vmovsd	48(%rdi,%rcx,8), %xmm2          # xmm2 = mem[0],zero
	vfmadd132sd	48(%rsi,%rcx,8), %xmm1, %xmm2 # xmm2 = (xmm2 * mem) + xmm1
	vmovsd	56(%rdi,%rcx,8), %xmm0          # xmm0 = mem[0],zero
	vfmadd132sd	56(%rsi,%rcx,8), %xmm2, %xmm0 # xmm0 = (xmm0 * mem) + xmm2
	addq	$8, %rcx
	cmpq	%rcx, %rdx
	jne	.LBB0_9
# %bb.4:
	testq	%rax, %rax
	je	.LBB0_7
.LBB0_5:
	leaq	(%rsi,%rcx,8), %rdx
	leaq	(%rdi,%rcx,8), %rcx
	xorl	%esi, %esi
	.p2align	4
.LBB0_6:                                # =>This Inner Loop Header: Depth=1
	vmovsd	(%rcx,%rsi,8), %xmm1            # xmm1 = mem[0],zero
	vfmadd231sd	(%rdx,%rsi,8), %xmm1, %xmm0 # xmm0 = (xmm1 * mem) + xmm0
	incq	%rsi
	cmpq	%rsi, %rax
	jne	.LBB0_6
.LBB0_7:
	retq
.Lfunc_end0:
	.size	dot_double, .Lfunc_end0-dot_double
                                        # -- End function
	.globl	dot_float                       # -- Begin function dot_float
	.p2align	4
	.type	dot_float,@function
dot_float:                              # @dot_float
# %bb.0:
	testq	%rdx, %rdx
	je	.LBB1_1
# %bb.2:
	movl	%edx, %eax
	andl	$7, %eax
	cmpq	$8, %rdx
	jae	.LBB1_8
# %bb.3:
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%ecx, %ecx
	jmp	.LBB1_5
.LBB1_1:
	vxorps	%xmm0, %xmm0, %xmm0
	retq
.LBB1_8:
	andq	$-8, %rdx
	vxorps	%xmm0, %xmm0, %xmm0
	xorl	%ecx, %ecx
	.p2align	4
.LBB1_9:                                # =>This Inner Loop Header: Depth=1
	vmovss	(%rdi,%rcx,4), %xmm1            # xmm1 = mem[0],zero,zero,zero
	vmovss	4(%rdi,%rcx,4), %xmm2           # xmm2 = mem[0],zero,zero,zero
	vfmadd132ss	(%rsi,%rcx,4), %xmm0, %xmm1 # xmm1 = (xmm1 * mem) + xmm0
	vfmadd231ss	4(%rsi,%rcx,4), %xmm2, %xmm1 # xmm1 = (xmm2 * mem) + xmm1
	vmovss	8(%rdi,%rcx,4), %xmm0           # xmm0 = mem[0],zero,zero,zero
	vfmadd132ss	8(%rsi,%rcx,4), %xmm1, %xmm0 # xmm0 = (xmm0 * mem) + xmm1
	vmovss	12(%rdi,%rcx,4), %xmm1          # xmm1 = mem[0],zero,zero,zero
	vfmadd132ss	12(%rsi,%rcx,4), %xmm0, %xmm1 # xmm1 = (xmm1 * mem) + xmm0
	vmovss	16(%rdi,%rcx,4), %xmm0          # xmm0 = mem[0],zero,zero,zero
	vfmadd132ss	16(%rsi,%rcx,4), %xmm1, %xmm0 # xmm0 = (xmm0 * mem) + xmm1
	vmovss	20(%rdi,%rcx,4), %xmm1          # xmm1 = mem[0],zero,zero,zero
	vfmadd132ss	20(%rsi,%rcx,4), %xmm0, %xmm1 # xmm1 = (xmm1 * mem) + xmm0
	vmovss	24(%rdi,%rcx,4), %xmm2          # xmm2 = mem[0],zero,zero,zero
	vfmadd132ss	24(%rsi,%rcx,4), %xmm1, %xmm2 # xmm2 = (xmm2 * mem) + xmm1
	vmovss	28(%rdi,%rcx,4), %xmm0          # xmm0 = mem[0],zero,zero,zero
	vfmadd132ss	28(%rsi,%rcx,4), %xmm2, %xmm0 # xmm0 = (xmm0 * mem) + xmm2
	addq	$8, %rcx
	cmpq	%rcx, %rdx
	jne	.LBB1_9
# %bb.4:
	testq	%rax, %rax
	je	.LBB1_7
.LBB1_5:
	leaq	(%rsi,%rcx,4), %rdx
	leaq	(%rdi,%rcx,4), %rcx
	xorl	%esi, %esi
	.p2align	4
.LBB1_6:                                # =>This Inner Loop Header: Depth=1
	vmovss	(%rcx,%rsi,4), %xmm1            # xmm1 = mem[0],zero,zero,zero
	vfmadd231ss	(%rdx,%rsi,4), %xmm1, %xmm0 # xmm0 = (xmm1 * mem) + xmm0
	incq	%rsi
	cmpq	%rsi, %rax
	jne	.LBB1_6
.LBB1_7:
	retq
.Lfunc_end1:
	.size	dot_float, .Lfunc_end1-dot_float
                                        # -- End function
	.section	".note.GNU-stack","",@progbits
	.addrsig

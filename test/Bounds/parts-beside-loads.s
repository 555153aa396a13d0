# Zen 3 reads a word of four bytes before it writes a part of it, beside which nothing is
# loaded; where loads decide where the stores go, each takes two cycles. Measured of such
# loops: 3.00, 2.50, 3.71, 1.20, 2.00 and 8.0 cycles, and 4.0 for stores of four bytes.
# RUN: kernel-opt --cpu=znver3 --quiet %s | FileCheck %s
# RUN: kernel-opt --cpu=znver3 --bounds-only --quiet %s | FileCheck %s --check-prefix=BOUND
# RUN: kernel-opt --cpu=znver4 --quiet %s | FileCheck %s --check-prefix=OTHER
# CHECK: six_loads ({{.*}}): 3.00 cy/it expected, limited by stores that write parts of a word of four bytes (bounds alone: 2.33)
# CHECK: whole ({{.*}}): 2.33 cy/it, limited by ports agu0 agu1 agu2
# CHECK: vectors ({{.*}}): 3.58 cy/it
# CHECK: close ({{.*}}): 1.17 cy/it expected, limited by stores that write parts of a word
# CHECK: one_load ({{.*}}): 2.00 cy/it
# CHECK: bins ({{.*}}): 8.00 cy/it expected, limited by stores that write parts of a word
# CHECK: wide_bins ({{.*}}): 4.
# CHECK: ring ({{.*}}): 2.{{.*}} cy/it
# BOUND: six_loads ({{.*}}): 2.33 cy/it
# OTHER-NOT: parts of a word
six_loads:
.L0:
	movq	(%rsi,%rdx), %r8
	movq	8(%rsi,%rdx), %r9
	movq	16(%rsi,%rdx), %r10
	movq	24(%rsi,%rdx), %r11
	movq	32(%rsi,%rdx), %r8
	movq	40(%rsi,%rdx), %r9
	movb	%al, (%rdi,%rdx)
	incq	%rdx
	cmpq	%rcx, %rdx
	jne	.L0
	ret
whole:
.L1:
	movq	(%rsi,%rdx), %r8
	movq	8(%rsi,%rdx), %r9
	movq	16(%rsi,%rdx), %r10
	movq	24(%rsi,%rdx), %r11
	movq	32(%rsi,%rdx), %r8
	movq	40(%rsi,%rdx), %r9
	movq	%rax, (%rdi,%rdx)
	addq	$8, %rdx
	cmpq	%rcx, %rdx
	jne	.L1
	ret
vectors:
.L2:
	movsd	(%rsi,%rdx), %xmm0
	movsd	8(%rsi,%rdx), %xmm1
	movsd	16(%rsi,%rdx), %xmm2
	movsd	24(%rsi,%rdx), %xmm3
	movsd	32(%rsi,%rdx), %xmm4
	movsd	40(%rsi,%rdx), %xmm5
	movb	%al, (%rdi,%rdx)
	incq	%rdx
	cmpq	%rcx, %rdx
	jne	.L2
	ret
close:
.L3:
	movzbl	(%rdi), %edx
	incq	%rdi
	movzbl	(%rcx,%rdx), %edx
	movb	%dl, -1(%rdi)
	cmpq	%rdi, %rsi
	jne	.L3
	ret
one_load:
.L4:
	movq	(%rsi,%rdx), %r8
	imulq	$3, %r8, %r8
	imulq	$5, %r8, %r9
	movb	%r9b, (%rdi,%rdx)
	incq	%rdx
	cmpq	%rcx, %rdx
	jne	.L4
	ret
bins:
.L5:
	movzbl	(%rcx,%rax,4), %esi
	incw	(%rdx,%rsi,2)
	movzbl	1(%rcx,%rax,4), %esi
	incw	256(%rdx,%rsi,2)
	movzbl	2(%rcx,%rax,4), %esi
	incw	512(%rdx,%rsi,2)
	movzbl	3(%rcx,%rax,4), %esi
	incw	768(%rdx,%rsi,2)
	incq	%rax
	cmpq	%rdi, %rax
	jne	.L5
	ret
wide_bins:
.L6:
	movzbl	(%rcx,%rax,4), %esi
	incl	(%rdx,%rsi,4)
	movzbl	1(%rcx,%rax,4), %esi
	incl	1024(%rdx,%rsi,4)
	movzbl	2(%rcx,%rax,4), %esi
	incl	2048(%rdx,%rsi,4)
	movzbl	3(%rcx,%rax,4), %esi
	incl	3072(%rdx,%rsi,4)
	incq	%rax
	cmpq	%rdi, %rax
	jne	.L6
	ret
# A counter that wraps is no datum; two stores of parts would take 4 cycles if it were.
ring:
.L7:
	movb	%al, (%rbx,%rdx)
	movb	%al, 512(%rbx,%rdx)
	addl	$1, %edx
	andl	$255, %edx
	decq	%rdi
	jne	.L7
	ret

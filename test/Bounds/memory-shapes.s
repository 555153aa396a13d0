# Loops in which a store through another pointer stands between a store and the
# load of the next trip: what is expected is the chain, and what is proved is what
# the core needs without it.
# RUN: kernel-opt --bounds-only --target=x86_64-linux-gnu --cpu=cascadelake -q %s | FileCheck %s
# RUN: kernel-opt deps --target=x86_64-linux-gnu --cpu=cascadelake --format=csv %s | FileCheck %s --check-prefix=DEPS

# A first-order filter also logs to another array. Forwarding 5, vmulsd 4, vaddsd 4.
# CHECK: label .Lfilter: 13.00 cy/it expected, limited by latency
# CHECK-NEXT: {{^}}  at least: 2.00 cy/it, if line [[#@LINE+6]] overwrites what line [[#@LINE+3]] loads, or the pointer to it{{$}}
# DEPS: .Lfilter,{{.*}},1,RAW,expected,8,
.Lfilter:
	vmulsd	-8(%rdi,%rax,8), %xmm0, %xmm1
	vaddsd	(%rdx,%rax,8), %xmm1, %xmm1
	vmovsd	%xmm1, (%rdi,%rax,8)
	vmovsd	%xmm1, (%rsi,%rax,8)
	incq	%rax
	cmpq	%rax, %rcx
	jne	.Lfilter

# Dynamic programming keeps the way back in an array beside the row.
# Forwarding 4, addl, cmpl and cmovgl.
# CHECK: label .Ltrace: 7.00 cy/it expected, limited by latency
# CHECK-NEXT: {{^}}  at least: 2.50 cy/it, if line [[#@LINE+10]] overwrites what line [[#@LINE+3]] loads, or the pointer to it{{$}}
# DEPS: .Ltrace,{{.*}},1,RAW,expected,4,
.Ltrace:
	movl	-4(%rdi,%rax,4), %r8d
	addl	$3, %r8d
	movl	(%rdx,%rax,4), %r9d
	addl	(%rdi,%rax,4), %r9d
	cmpl	%r9d, %r8d
	cmovgl	%r8d, %r9d
	movl	%r9d, (%rdi,%rax,4)
	movl	%r8d, (%rsi,%rax,4)
	incq	%rax
	cmpq	%rax, %rcx
	jne	.Ltrace

# The same with a way back of bytes: that array moves on by one byte while the
# row does by four, so the two meet in a few trips at most, and the chain is proved.
# CHECK: label .Ldp: 7.00 cy/it, limited by latency
# CHECK-NOT: at least
# DEPS: .Ldp,{{.*}},1,RAW,must,4,
.Ldp:
	movl	-4(%rdi,%rax,4), %r8d
	addl	$3, %r8d
	movl	(%rdx,%rax,4), %r9d
	addl	(%rdi,%rax,4), %r9d
	cmpl	%r9d, %r8d
	cmovgl	%r8d, %r9d
	movl	%r9d, (%rdi,%rax,4)
	setg	(%rsi,%rax)
	incq	%rax
	cmpq	%rax, %rcx
	jne	.Ldp

# A tridiagonal solver with two outputs. Forwarding 5, vmulsd 4, vsubsd 4, vdivsd 14.
# At most both outputs are one array, in which a trip goes around twice.
# CHECK: label .Ltridiagonal: 27.00 cy/it expected, limited by latency
# CHECK-NEXT: {{^}}  at least: 8.00 cy/it, if line [[#@LINE+17]] overwrites what line [[#@LINE+7]] loads, or the pointer to it{{$}}
# CHECK-NEXT: {{^}}  at most: 54.00 cy/it, if line {{[0-9]+}} stores what line {{[0-9]+}} loads in the same iteration, and line {{[0-9]+}} stores what line {{[0-9]+}} loads one iteration later{{$}}
# DEPS: .Ltridiagonal,{{.*}},1,RAW,expected,8,
# DEPS: .Ltridiagonal,{{.*}},1,RAW,expected,8,
.Ltridiagonal:
	vmovsd	(%rcx,%rax,8), %xmm0
	vmovsd	(%rdx,%rax,8), %xmm1
	vmulsd	-8(%rdi,%rax,8), %xmm1, %xmm1
	vsubsd	%xmm1, %xmm0, %xmm0
	vmovsd	(%rdi,%rax,8), %xmm1
	vdivsd	%xmm0, %xmm1, %xmm1
	vmovsd	%xmm1, (%rdi,%rax,8)
	vmovsd	(%rsi,%rax,8), %xmm1
	vmovsd	(%rdx,%rax,8), %xmm2
	vmulsd	-8(%rsi,%rax,8), %xmm2, %xmm2
	vsubsd	%xmm2, %xmm1, %xmm1
	vdivsd	%xmm0, %xmm1, %xmm0
	vmovsd	%xmm0, (%rsi,%rax,8)
	incq	%rax
	cmpq	%rax, %r8
	jne	.Ltridiagonal

# A bit writer stores bytes while its state is in memory. Forwarding 4, shlq and orq.
# CHECK: label .Lwriter: 6.00 cy/it expected, limited by latency
# CHECK-NEXT: {{^}}  at least: 3.00 cy/it, if line [[#@LINE+9]] overwrites what line [[#@LINE+4]] loads, or the pointer to it{{$}}
# DEPS: .Lwriter,{{.*}},1,RAW,expected,8,
# DEPS: .Lwriter,{{.*}},1,RAW,expected,8,
.Lwriter:
	movq	(%rdi), %r8
	shlq	$3, %r8
	movzbl	(%rsi,%rcx), %r9d
	orq	%r8, %r9
	movq	%r9, (%rdi)
	movb	%r9b, (%rax)
	movq	8(%rdi), %rax
	incq	%rax
	movq	%rax, 8(%rdi)
	incq	%rcx
	cmpq	%rcx, %rdx
	jne	.Lwriter

# The caller decides whether what is stored is read later. Both elements are one
# distance from the store: if the one is read a trip later, the other is read two
# trips later. Forwarding 5, vmulsd 4, vaddsd 4.
# CHECK: label .Lmeet: 1.75 cy/it, limited by issue width
# CHECK-NEXT: {{^}}  at most: 13.00 cy/it, if line [[#@LINE+5]] stores what line [[#@LINE+3]] loads one iteration later{{$}}
# DEPS-NOT: .Lmeet,{{.*}},RAW,{{must|expected}}
.Lmeet:
	vmulsd	(%rsi,%rax,8), %xmm0, %xmm1
	vaddsd	8(%rsi,%rax,8), %xmm1, %xmm1
	vmovsd	%xmm1, (%rdi,%rax,8)
	incq	%rax
	cmpq	%rax, %rdx
	jne	.Lmeet

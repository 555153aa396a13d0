# Zen 4, as Zen 3, takes two stores a cycle into one line of the cache only while loads of what
# was stored are rare: with two such loads in two cycles, all stores go one a cycle.
# Loads of other bytes of that line, and of instructions that store what they load,
# make no difference. Measured: 3.00, 2.00, 2.00, 2.00, 8.00 and 4.00 cycles.
# RUN: kernel-opt --cpu=znver4 --quiet %s | FileCheck %s
# RUN: kernel-opt --cpu=znver4 --format=json %s | FileCheck %s --check-prefix=JSON
# RUN: kernel-opt --cpu=znver3 --quiet %s | FileCheck %s
# RUN: kernel-opt --cpu=znver2 --quiet %s | FileCheck %s --check-prefix=OTHER
# CHECK: two ({{.*}}): 3.00 cy/it expected, limited by stores, one a cycle beside 2 loads that they forward to (bounds alone:
# CHECK: one ({{.*}}): 2.00 cy/it
# CHECK: elsewhere ({{.*}}): 2.00 cy/it
# CHECK: updates ({{.*}}): 2.00 cy/it
# CHECK: many ({{.*}}): 8.00 cy/it expected, limited by stores, one a cycle beside 3 loads that they forward to
# CHECK: few ({{.*}}): 4.00 cy/it
# JSON:      "function": "two",
# JSON:      "stores": {
# JSON:      "expected": {
# JSON-NEXT: "cycles": 3.0,
# JSON:      "forwarded_loads": 2
# JSON:      "function": "one",
# JSON:      "forwarded_loads": 0
# OTHER-NOT: forward to
two:
.L0:
	movq	(%rdi), %rbx
	movq	8(%rdi), %rdx
	movq	%rax, (%rdi)
	movq	%rax, 8(%rdi)
	movq	%rax, (%rsi,%rcx)
	addq	$8, %rcx
	cmpq	%r8, %rcx
	jne	.L0
	ret
one:
.L1:
	movq	(%rdi), %rbx
	movq	%rax, (%rdi)
	movq	%rax, 8(%rdi)
	movq	%rax, (%rsi,%rcx)
	addq	$8, %rcx
	cmpq	%r8, %rcx
	jne	.L1
	ret
elsewhere:
.L2:
	movq	32(%rdi), %rbx
	movq	40(%rdi), %rdx
	movq	%rax, (%rdi)
	movq	%rax, 8(%rdi)
	movq	%rax, (%rsi,%rcx)
	addq	$8, %rcx
	cmpq	%r8, %rcx
	jne	.L2
	ret
updates:
.L3:
	addq	%rax, (%rdi)
	addq	%rax, 8(%rdi)
	movq	%rax, (%rsi,%rcx)
	addq	$8, %rcx
	cmpq	%r8, %rcx
	jne	.L3
	ret
many:
.L4:
	movq	(%rdi), %rbx
	movq	8(%rdi), %rdx
	movzbl	17(%rdi), %ebp
	movq	%rax, (%rdi)
	movq	%rax, 8(%rdi)
	movq	%rax, 16(%rdi)
	movq	%rax, 24(%rdi)
	movq	%rax, 32(%rdi)
	movq	%rax, 40(%rdi)
	movq	%rax, 48(%rdi)
	movq	%rax, 56(%rdi)
	decq	%r8
	jne	.L4
	ret
few:
.L5:
	movq	(%rdi), %rbx
	movq	8(%rdi), %rdx
	movq	%rax, (%rdi)
	movq	%rax, 8(%rdi)
	movq	%rax, 16(%rdi)
	movq	%rax, 24(%rdi)
	movq	%rax, 32(%rdi)
	movq	%rax, 40(%rdi)
	movq	%rax, 48(%rdi)
	movq	%rax, 56(%rdi)
	decq	%r8
	jne	.L5
	ret

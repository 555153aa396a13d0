# What Zen 3 renames in a cycle comes from at most two windows of the micro-op cache;
# a cycle delivers a window, or eight instructions, and a trip begins with a new cycle.
# Measured: 2.00, 2.50, 3.00, 3.00 and 3.00 cycles; the loops with constants say theirs.
# RUN: kernel-opt --bounds-only --cpu=znver3 %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=znver3 --format=json %s | FileCheck %s --check-prefix=JSON
	.text
# Nine micro-ops in one window: 8 and 1.
# CHECK: label .L9: 2.00 cy/it, limited by the front end
# CHECK: code 2.00 1 window of code, 9 micro-ops, 8 a cycle
	.p2align 6
.L9:
	.rept 8
	nopl	(%rax)
	.endr
	decq	%rdi
	jne	.L9

# 12 in a window and the branch in the next: 6, 6, 1 and 5 of the next trip, 6, 1 and 1.
# CHECK: label .L12: 2.50 cy/it, limited by the front end
# CHECK: code 2.50 2 windows of code, of which each cycle renames micro-ops of at most 2
# JSON: "rename_cycles": {
# JSON-NEXT: "cycles": 1.5,
# JSON: "rename_cycles": {
# JSON-NEXT: "cycles": 2.5,
	.p2align 6
.L12:
	.rept 4
	nopw	8(%rax,%rax)
	.endr
	.rept 8
	nopl	8(%rax,%rax)
	.endr
	decq	%rdi
	jne	.L12

# CHECK: label .L13: 3.00 cy/it, limited by the front end
	.p2align 6
.L13:
	.rept 12
	nopl	8(%rax,%rax)
	.endr
	nopl	8(%rax)
	decq	%rdi
	jne	.L13

# The pair that ends the loop reaches into the second window.
# CHECK: label .L60: 3.00 cy/it, limited by the front end
# CHECK: code 3.00 2 windows of code
	.p2align 6
.L60:
	.rept 12
	nopl	8(%rax,%rax)
	.endr
	decq	%rdi
	jne	.L60

# 17 micro-ops: 2.83 by the slots, and three cycles of eight.
# CHECK: label .L17: 3.00 cy/it, limited by the front end
	.p2align 6
.L17:
	.rept 16
	nopl	(%rax)
	.endr
	decq	%rdi
	jne	.L17

# A line of the cache has room for eight instructions and four constants in their
# code. The fifth, of the branch, goes to the next line with it. Measured: 2.00.
# CHECK: label .L8c: 2.00 cy/it, limited by the front end
# CHECK: code 2.00 1 window of code, 8 micro-ops and 1 place taken by constants, 8 a cycle
# JSON: "constant_places": 1,
	.p2align 6
.L8c:
	leaq	8(%r14), %rax
	movq	64(%r14), %rbx
	leaq	8(%r14), %rcx
	movq	64(%r14), %rsi
	.rept 3
	movq	%r14, %r8
	.endr
	decq	%rdi
	jne	.L8c

# The displacement of 0 that r13 needs is one. Measured: 2.00.
# CHECK: label .L8z: 2.00 cy/it, limited by the front end
	.p2align 6
.L8z:
	leaq	8(%r14), %rax
	movq	64(%r14), %rbx
	leaq	8(%r14), %rcx
	movq	(%r13), %rsi
	.rept 3
	movq	%r14, %r8
	.endr
	decq	%rdi
	jne	.L8z

# Measured: 1.33.
# CHECK: label .L8r: 1.33 cy/it
	.p2align 6
.L8r:
	leaq	8(%r14), %rax
	movq	64(%r14), %rbx
	leaq	8(%r14), %rcx
	movq	(%r14), %rsi
	.rept 3
	movq	%r14, %r8
	.endr
	decq	%rdi
	jne	.L8r

# Seven instructions and six constants fit. Measured: 1.17.
# CHECK: label .L7c: 1.17 cy/it
	.p2align 6
.L7c:
	leaq	8(%r14), %rax
	movq	64(%r14), %rbx
	leaq	8(%r14), %rcx
	movq	64(%r14), %rsi
	leaq	8(%r14), %rdx
	movq	%r14, %r8
	decq	%rdi
	jne	.L7c

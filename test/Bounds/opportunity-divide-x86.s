# Divisions on Cascade Lake: double 4 cycles, of 64 bits 21 (without the models'
# usual remainder of the loop).
# RUN: kernel-opt --bounds-only --cpu=cascadelake %s | FileCheck %s

# Two of four cycles each in one vector of two.
# CHECK-LABEL: {{^}}pairs (
# CHECK-SAME: 4.00 cy/it, limited by unit fpdiv{{$}}
# CHECK-NEXT: next: vectors that divide 2 at once (line [[#@LINE+3]]) would give 2.00 cy/it{{$}}
	.type pairs, @function
pairs:
	vdivsd (%rsi,%rdi), %xmm1, %xmm2
	addq $8, %rdi
	cmpq %rdi, %rdx
	jne pairs

# What is divided comes from the division before: no vector, and the reciprocal of
# what changes does not help. Single precision has the shorter latency.
# CHECK-LABEL: {{^}}chained (
# CHECK-SAME: limited by latency{{$}}
# CHECK-NEXT: at least: 13.00 cy/it, if line [[#@LINE+4]] takes 13 cycles, not 14{{$}}
# CHECK-NEXT: next: single precision, if it is enough, (line [[#@LINE+3]]) would give
	.type chained, @function
chained:
	vdivsd (%rsi,%rdi), %xmm1, %xmm1
	addq $8, %rdi
	cmpq %rdi, %rdx
	jne chained

# rcx stays: a multiplication for the high half, and four instructions.
# CHECK-LABEL: {{^}}quotient (
# CHECK-SAME: 21.00 cy/it, limited by unit div{{$}}
# CHECK-NEXT: next: multiplying by a precomputed integer reciprocal (line [[#@LINE+5]]) would give {{[2-4]}}.
	.type quotient, @function
quotient:
	movq (%rsi,%rdi), %rax
	xorl %edx, %edx
	divq %rcx
	movq %rax, (%rsi,%rdi)
	addq $8, %rdi
	cmpq %rdi, %r8
	jne quotient

# rcx is loaded: nothing is known before the loop.
# CHECK-LABEL: {{^}}loaded (
# CHECK-SAME: limited by unit div{{$}}
# CHECK-NOT: next:
	.type loaded, @function
loaded:
	movq (%rsi,%rdi), %rcx
	movq %r9, %rax
	xorl %edx, %edx
	divq %rcx
	addq %rax, %r10
	addq $8, %rdi
	cmpq %rdi, %r8
	jne loaded

# The carry goes its own way: inc and dec leave it alone.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# adc to adc through the carry, dec lets it pass: 1 + 1 = 2. adc and the fused
# branch on p0, p6: 3/2 = 1.50.
# CHECK: f,.L0,{{[0-9]+}},4,skylake-avx512,1.50,2.00,2.00,2.00,latency
.L0:
	adcq %r8, %rdx
	adcq %r9, %rbx
	decq %rax
	jne .L0

# An inc between them changes nothing: 2.
# CHECK: f,.L1,{{[0-9]+}},5,skylake-avx512,1.50,2.00,2.00,2.00,latency
.L1:
	adcq %r8, %rdx
	incq %rsi
	adcq %r9, %rbx
	decq %rax
	jne .L1

# An add does: the second adc takes its carry. Only the sums are carried, 1.
# From the add: 1 + 1 = 2.
# CHECK: f,.L2,{{[0-9]+}},5,skylake-avx512,1.50,1.00,2.00,1.50,ports
.L2:
	adcq %r8, %rdx
	addq $1, %rsi
	adcq %r9, %rbx
	decq %rax
	jne .L2

# cmov reads its destination: cmov 1 + imul 3. p0, p6: 2/2 = 1.00; 5 issue
# slots less one fused: 4/4.
# CHECK: f,.L3,{{[0-9]+}},5,skylake-avx512,1.00,4.00,5.00,4.00,latency
.L3:
	cmpq %rcx, %rbx
	cmovlq %rsi, %rdx
	imulq %r8, %rdx
	decq %rax
	jne .L3

# It reads its source, too: cmov 1 + imul 3 + mov 0.
# CHECK: f,.L4,{{[0-9]+}},7,skylake-avx512,1.50,4.00,5.00,4.00,latency
.L4:
	cmpq %rcx, %rbx
	movq %r9, %rdx
	cmovlq %rsi, %rdx
	imulq %r8, %rdx
	movq %rdx, %rsi
	decq %rax
	jne .L4

# And the flags: cmp 1 + cmov 1.
# CHECK: f,.L5,{{[0-9]+}},4,skylake-avx512,1.00,2.00,2.00,2.00,latency
.L5:
	cmpq %rcx, %rdx
	cmovlq %rsi, %rdx
	decq %rax
	jne .L5

# setcc writes 8 bits and keeps the rest: setl 1 + imul 3. From the cmp: 5.
# CHECK: f,.L6,{{[0-9]+}},5,skylake-avx512,1.00,4.00,5.00,4.00,latency
.L6:
	cmpq %rcx, %rbx
	setl %dl
	imulq %r8, %rdx
	decq %rax
	jne .L6

# With the register cleared before, nothing is carried. Five slots: 1.25.
# CHECK: f,.L7,{{[0-9]+}},6,skylake-avx512,1.25,1.00,5.00,1.25,issue
.L7:
	xorl %edx, %edx
	cmpq %rcx, %rbx
	setl %dl
	imulq %r8, %rdx
	decq %rax
	jne .L7
	ret

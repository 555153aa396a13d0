# A comparison and its branch are one micro-op: five instructions, four slots,
# 4/4 = 1.00; unfused 5/4 = 1.25.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# Four on p0, p1, p5, p6: 1.00.
# CHECK: f,.L0,{{[0-9]+}},5,skylake-avx512,1.00,1.00,2.00,1.00,
.L0:
	addq $1, %rdx
	addq $1, %rbx
	addq $1, %rsi
	cmpq %rdx, %rcx
	jne .L0
# CHECK: f,.L1,{{[0-9]+}},5,skylake-avx512,1.00,1.00,2.00,1.00,
.L1:
	addq $1, %rdx
	addq $1, %rbx
	addq $1, %rsi
	testl %edx, %edx
	jg .L1
# A cmp of memory and an immediate does not fuse: five micro-ops of four ports.
# CHECK: f,.L2,{{[0-9]+}},5,skylake-avx512,1.25,1.00,
.L2:
	addq $1, %rdx
	addq $1, %rbx
	addq $1, %rsi
	cmpq $5, (%rdx)
	jne .L2
# Nor does a cmp with something between it and the branch.
# CHECK: f,.L3,{{[0-9]+}},5,skylake-avx512,1.25,1.00,
.L3:
	addq $1, %rbx
	addq $1, %rsi
	cmpq %rdx, %rcx
	leaq 1(%rdx), %rdx
	jne .L3
	ret

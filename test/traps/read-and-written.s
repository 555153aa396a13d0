# Registers that are read and written, and their parts.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# neg reads what it writes: 1 each, 3.00. Ports: 3 and the fused branch on
# p0, p1, p5, p6: 4/4.
# CHECK: f,.L0,{{[0-9]+}},5,skylake-avx512,1.00,3.00,3.00,3.00,latency
.L0:
	negq %rcx
	negq %rcx
	negq %rcx
	decq %rax
	jne .L0

# not, and neg of a part: 1 + 1.
# CHECK: f,.L1,{{[0-9]+}},4,skylake-avx512,1.00,2.00,2.00,2.00,latency
.L1:
	notl %ecx
	negq %rcx
	decq %rax
	jne .L1

# ebp is the low half of rbp: imul 3 + add 1.
# CHECK: f,.L2,{{[0-9]+}},4,skylake-avx512,1.00,4.00,4.00,4.00,latency
.L2:
	imulq %rcx, %rbp
	addl $1, %ebp
	decq %rax
	jne .L2

# Writing 32 bits clears the rest: nothing is carried but the counter.
# CHECK: f,.L3,{{[0-9]+}},4,skylake-avx512,1.00,1.00,4.00,1.00,
.L3:
	movl $5, %ebp
	imulq %rcx, %rbp
	decq %rax
	jne .L3

# Writing 8 bits does not: mov 1 + imul 3.
# CHECK: f,.L4,{{[0-9]+}},4,skylake-avx512,1.00,4.00,4.00,4.00,latency
.L4:
	movb $5, %bpl
	imulq %rcx, %rbp
	decq %rax
	jne .L4
	ret

# Operands that are not written out.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# mul reads rax and writes rdx: 4 to this high half, and the mov is eliminated.
# CHECK: f,.L0,{{[0-9]+}},4,skylake-avx512,1.00,4.00,4.00,4.00,latency
.L0:
	movq %rdx, %rax
	mulq %rcx
	decq %rsi
	jne .L0
# Both are new in every iteration: nothing but the counter.
# CHECK: f,.L1,{{[0-9]+}},4,skylake-avx512,1.00,1.00,4.00,1.00,
.L1:
	movq %rbx, %rax
	mulq %rcx
	decq %rsi
	jne .L1

# cqo carries the sign of rax to rdx: 1 + idiv 39 from there, as 40 from rax. The divider is held for 24.
# CHECK: f,.L2,{{[0-9]+}},4,skylake-avx512,24.00,40.00,40.00,40.00,latency
.L2:
	cqto
	idivq %rcx
	decq %rsi
	jne .L2

# The count of a shift: imul 3 + shl 1 + mov 0. Were cl not read, 1.00.
# CHECK: f,.L3,{{[0-9]+}},5,skylake-avx512,2.00,4.00,{{[0-9.]+}},4.00,latency
.L3:
	imulq %r8, %rcx
	shlq %cl, %rdx
	movq %rdx, %rcx
	decq %rsi
	jne .L3
	ret

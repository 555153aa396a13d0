# Lion Cove has a scheduler for integers, one for vectors, one for loads and one for
# stores. What waits for a chain keeps what stands behind it from starting as soon as
# one of them is full.
# RUN: kernel-opt -q --cpu=lunarlake %s | FileCheck %s

# Chains of 64 operations, begun anew. The reorder buffer would hold nine (20.5 cycles).
# CHECK: label vectors): 44.50 cy/it expected, limited by scheduler of ports v0 v1 v2 v3 (114): if 2x as large
	.type vectors, @function
vectors:
	vmovss (%rdi), %xmm0
	.rept 32
	vaddss %xmm14, %xmm0, %xmm0
	vmulss %xmm14, %xmm0, %xmm0
	.endr
	decq %rcx
	jne vectors

# 90 loads that wait for a chain, and another chain behind them, which would overlap
# with the first (72 cycles).
# CHECK: label loads): 86.00 cy/it expected, limited by scheduler of ports l0 l1 l2 (62): if 2x as large
	.type loads, @function
loads:
	.rept 24
	imulq %rdx, %rax
	.endr
	.rept 90
	movq (%rbx,%rax), %r8
	.endr
	movq %rsi, %rcx
	.rept 24
	imulq %rdx, %rcx
	.endr
	decq %rdi
	jne loads

# The same with the data of 60 stores.
# CHECK: label stores): 91.00 cy/it expected, limited by scheduler of ports s0 s1 s2 d0 d1 (34): if 2x as large
	.type stores, @function
stores:
	.rept 24
	imulq %rdx, %rax
	.endr
	.rept 60
	movq %rax, (%r8)
	.endr
	movq %rsi, %rcx
	.rept 24
	imulq %rdx, %rcx
	.endr
	decq %rdi
	jne stores

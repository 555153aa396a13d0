# Schedulers of Gracemont and Crestmont. What waits for a chain keeps what stands behind
# it from starting as soon as one of them is full.
# RUN: kernel-opt -q --cpu=gracemont %s | FileCheck %s --check-prefix=GRT
# RUN: kernel-opt -q --cpu=sierraforest %s | FileCheck %s --check-prefix=CMT

# Chains of 64 operations, begun anew. 35 of them can start, or 38 on Crestmont, and 56
# stand in the queue; the reorder buffer would hold four chains (46.7 cycles).
# GRT: label vectors): 109.50 cy/it expected, limited by scheduler of ports f0 f1 f2 (35): if 2x as large
# CMT: label vectors): 106.00 cy/it expected, limited by scheduler of ports f0 f1 f2 (38): if 2x as large
	.type vectors, @function
vectors:
	vmovss (%rdi), %xmm0
	.rept 32
	vaddss %xmm14, %xmm0, %xmm0
	vmulss %xmm14, %xmm0, %xmm0
	.endr
	decq %rcx
	jne vectors

# 76 loads that wait for a chain of multiplications, and another chain behind them: the
# load buffer would hold them all.
# GRT: label loads): 134.00 cy/it expected, limited by scheduler of ports l0 l1 s0 s1 (62): if 2x as large
# CMT: label loads): 132.00 cy/it expected, limited by scheduler of ports l0 l1 s0 s1 (62): if 2x as large
	.type loads, @function
loads:
	.rept 24
	imulq %rdx, %rax
	.endr
	.rept 76
	movq (%rbx,%rax), %r8
	.endr
	movq %rsi, %rcx
	.rept 24
	imulq %rdx, %rcx
	.endr
	decq %rdi
	jne loads

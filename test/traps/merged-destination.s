# Results that keep a part of the destination wait for its old value.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# Merge-masked: 4 from one to the next; two on p0, p5, with the fused branch on
# p0, p6: 3/3 = 1.00 and 2/2 = 1.00.
# CHECK: f,.L0,{{[0-9]+}},4,skylake-avx512,1.00,8.00,8.00,8.00,latency
.L0:
	vmulpd %zmm0, %zmm1, %zmm2{%k1}
	vmulpd %zmm0, %zmm1, %zmm2{%k2}
	decq %rax
	jne .L0
# Zero-masked: nothing but the counter.
# CHECK: f,.L1,{{[0-9]+}},4,skylake-avx512,1.00,1.00,4.00,1.00,
.L1:
	vmulpd %zmm0, %zmm1, %zmm2{%k1}{z}
	vmulpd %zmm0, %zmm1, %zmm2{%k2}{z}
	decq %rax
	jne .L1
# A masked load: the merging micro-op is 1, the load before it 7.
# CHECK: f,.L2,{{[0-9]+}},4,skylake-avx512,1.00,2.00,9.00,2.00,latency
.L2:
	vmovupd (%rsi), %zmm2{%k1}
	vmovupd (%rdi), %zmm2{%k2}
	decq %rax
	jne .L2

# The upper half of xmm1 is an input: 4 from one conversion to the next, 5 from
# the integer. p5 takes one: 1.00.
# CHECK: f,.L3,{{[0-9]+}},3,skylake-avx512,1.00,4.00,5.00,4.00,latency
.L3:
	cvtsi2sd %rcx, %xmm1
	decq %rax
	jne .L3
# Cleared before: nothing carried.
# CHECK: f,.L4,{{[0-9]+}},4,skylake-avx512,1.00,1.00,5.00,1.00,
.L4:
	xorps %xmm1, %xmm1
	cvtsi2sd %rcx, %xmm1
	decq %rax
	jne .L4

# 13 from one root to the next, and 18 expected; the divider is held for 4.
# CHECK: f,.L5,{{[0-9]+}},3,skylake-avx512,4.00,18.00,18.00,18.00,latency
.L5:
	sqrtsd %xmm0, %xmm1
	decq %rax
	jne .L5

# movss between registers keeps the upper part: 1 + mulps 4.
# CHECK: f,.L6,{{[0-9]+}},4,skylake-avx512,1.00,5.00,5.00,5.00,latency
.L6:
	movss %xmm0, %xmm1
	mulps %xmm2, %xmm1
	decq %rax
	jne .L6
# A load writes all of it: load 5 + mulps 4 on the path, nothing carried.
# CHECK: f,.L7,{{[0-9]+}},4,skylake-avx512,1.00,1.00,9.00,1.00,latency
.L7:
	movss (%rsi), %xmm1
	mulps %xmm2, %xmm1
	decq %rax
	jne .L7
	ret

# Forms of Zen 5 that were measured one by one.
# RUN: kernel-opt --bounds-only -q --cpu=znver5 %s | FileCheck %s

# Permutations of two sources are one micro-op of two pipes: measured 5.0 for ten,
# and 7.47 with twenty operations of logic.
# CHECK: label permutations): 2.00 cy/it
	.type permutations, @function
permutations:
	vpxor %xmm0, %xmm0, %xmm0
	vpxor %xmm1, %xmm1, %xmm1
	vpxor %xmm2, %xmm2, %xmm2
	vpxor %xmm3, %xmm3, %xmm3
	vpermt2d %zmm20, %zmm21, %zmm0
	vpermt2ps %zmm20, %zmm21, %zmm1
	vpermi2w %ymm20, %ymm21, %ymm2
	vpermt2b %xmm20, %xmm21, %xmm3
	decq %rdi
	jne permutations

# Dot products of integers: measured 5.1 for ten.
# CHECK: label dot_products): 2.00 cy/it
	.type dot_products, @function
dot_products:
	vpxor %xmm0, %xmm0, %xmm0
	vpxor %xmm1, %xmm1, %xmm1
	vpxor %xmm2, %xmm2, %xmm2
	vpxor %xmm3, %xmm3, %xmm3
	vpdpwssd %zmm20, %zmm21, %zmm0
	vpdpbusd %zmm20, %zmm21, %zmm1
	vpdpwssds %ymm20, %ymm21, %ymm2
	vpdpbusd %xmm20, %xmm21, %xmm3
	decq %rdi
	jne dot_products

# Gathers by their elements: measured 3.0, 4.0 and 7.5, the last with another index
# in each trip.
# CHECK: label gather_2): 3.00 cy/it
	.type gather_2, @function
gather_2:
	vpxor %xmm0, %xmm0, %xmm0
	vpcmpeqd %xmm8, %xmm8, %xmm8
	vgatherqpd %xmm8, (%rsi,%xmm15,4), %xmm0
	decq %rdi
	jne gather_2
# CHECK: label gather_4): 4.00 cy/it
	.type gather_4, @function
gather_4:
	vpxor %xmm0, %xmm0, %xmm0
	vpcmpeqd %ymm8, %ymm8, %ymm8
	vgatherqpd %ymm8, (%rsi,%ymm15,4), %ymm0
	decq %rdi
	jne gather_4
# CHECK: label gather_8): 7.50 cy/it
	.type gather_8, @function
gather_8:
	vmovdqa (%rdx), %ymm15
	vpxor %xmm0, %xmm0, %xmm0
	vpcmpeqd %ymm8, %ymm8, %ymm8
	vpgatherdd %ymm8, (%rsi,%ymm15,4), %ymm0
	decq %rdi
	jne gather_8
# Two of 16 elements: measured 13.8 to 15.1 each.
# CHECK: label gather_16): 27.00 cy/it
	.type gather_16, @function
gather_16:
	vmovdqa64 (%rdx), %zmm15
	vpxor %xmm0, %xmm0, %xmm0
	kxnorw %k0, %k0, %k1
	vgatherdps (%rsi,%zmm15,4), %zmm0{%k1}
	vpxor %xmm1, %xmm1, %xmm1
	kxnorw %k0, %k0, %k2
	vgatherdps 8(%rsi,%zmm15,4), %zmm1{%k2}
	decq %rdi
	jne gather_16

# A gather of eight needs the pipes of moves to general registers once for each
# element: measured 10.26 with twelve moves.
# CHECK: label gather_8_and_moves): 10.00 cy/it, limited by ports fp4 fp5
	.type gather_8_and_moves, @function
gather_8_and_moves:
	vpxor %xmm3, %xmm3, %xmm3
	kxnorb %k0, %k0, %k1
	vmovd %xmm0, %r8d
	vmovd %xmm0, %r8d
	vmovd %xmm0, %r8d
	vmovd %xmm0, %r8d
	vmovd %xmm0, %r8d
	vmovd %xmm0, %r8d
	vmovd %xmm0, %r8d
	vmovd %xmm0, %r8d
	vmovd %xmm0, %r8d
	vmovd %xmm0, %r8d
	vmovd %xmm0, %r8d
	vmovd %xmm0, %r8d
	vgatherdps (%rdi,%ymm5,4), %ymm3{%k1}
	decq %rdi
	jne gather_8_and_moves

# The upper half takes 4 cycles, and goes back in 2: a chain of 6.
# CHECK: label halves): 6.00 cy/it
	.type halves, @function
halves:
	vextracti64x4 $1, %zmm0, %ymm1
	vinserti64x4 $1, %ymm1, %zmm0, %zmm0
	decq %rdi
	jne halves

# Stores of an extracted or narrowed value, and with a mask, are stores like others:
# measured 0.5 each.
# CHECK: label stores): 1.50 cy/it
	.type stores, @function
stores:
	vpextrd $1, %xmm0, (%rsi)
	vpmovdw %zmm0, 64(%rsi)
	vmovdqu8 %ymm0, 128(%rsi) {%k1}
	decq %rdi
	jne stores

# Six micro-ops, and the branch: measured 6.98 for six.
# CHECK: label double_shift): 1.17 cy/it
	.type double_shift, @function
double_shift:
	xorl %eax, %eax
	shldq $3, %rdx, %rax
	decq %rdi
	jne double_shift

# The queue in front of the vector schedulers of Zen 5, in order: what stands in it
# cannot start, ready or not. Loops of independent iterations whose operations
# depend on each other overlap less for it.
# RUN: kernel-opt -q --cpu=znver5 %s | FileCheck %s

# 16 additions and 16 multiplications in turn: measured 20.3, one scheduler of all
# entries 12.1.
# CHECK: label chain): 22.01 cy/it expected, limited by scheduler of ports fp{{[01]}} fp{{[23]}} (28): if 2x as large
	.type chain, @function
chain:
	vmovss (%rdi), %xmm0
	.rept 16
	vaddss %xmm14, %xmm0, %xmm0
	vmulss %xmm14, %xmm0, %xmm0
	.endr
	decq %rcx
	jne chain

# Eight of each that wait for nothing: the ports limit, and each scheduler gets
# half of each kind.
# CHECK: label mixed): 4.00 cy/it
	.type mixed, @function
mixed:
	.rept 8
	vaddss %xmm14, %xmm15, %xmm0
	vmulss %xmm14, %xmm15, %xmm1
	.endr
	decq %rcx
	jne mixed

# A division takes the pipe of multiplications twice: measured 13.0.
# CHECK: label division): 13.00 cy/it
	.type division, @function
division:
	vdivss %xmm14, %xmm15, %xmm0
	.rept 24
	vmulss %xmm14, %xmm15, %xmm1
	.endr
	decq %rcx
	jne division

# Values from general registers come by a unit of their own: measured 4.0 with
# eight multiplications and eight additions, and 6.0 with conversions.
# CHECK: label moves): 4.00 cy/it
	.type moves, @function
moves:
	.rept 4
	vmulss %xmm14, %xmm15, %xmm0
	vaddss %xmm14, %xmm15, %xmm1
	vmulss %xmm14, %xmm15, %xmm2
	vaddss %xmm14, %xmm15, %xmm3
	vmovd %eax, %xmm8
	.endr
	decq %rcx
	jne moves

# CHECK: label conversions): 6.00 cy/it
	.type conversions, @function
conversions:
	.rept 4
	vmulss %xmm14, %xmm15, %xmm0
	vaddss %xmm14, %xmm15, %xmm1
	vmulss %xmm14, %xmm15, %xmm2
	vaddss %xmm14, %xmm15, %xmm3
	vcvtsi2ss %eax, %xmm14, %xmm8
	.endr
	decq %rcx
	jne conversions

# What widens is a conversion and a move between lanes: measured 6.1.
# CHECK: label widening): 6.67 cy/it
	.type widening, @function
widening:
	.rept 4
	vaddss %xmm14, %xmm15, %xmm0
	vaddss %xmm14, %xmm15, %xmm1
	vcvtps2pd %ymm14, %zmm8
	.endr
	decq %rcx
	jne widening

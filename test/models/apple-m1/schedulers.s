# Schedulers of Firestorm: one for each unit, and one that loads and stores share. What
# waits for a chain keeps what stands behind it from starting as soon as one is full.
# RUN: kernel-opt -q --cpu=apple-m1 %s | FileCheck %s

# Loads that wait for a chain of 24 multiplications, and another such chain behind
# them: 40 loads fit into the scheduler of 48, and 100 do not.
# CHECK: label few): 72.00 cy/it, limited by latency
	.type few, @function
few:
	.rept 24
	mul x5, x5, x6
	.endr
	.rept 40
	ldr x8, [x7, x5]
	.endr
	mov x9, x10
	.rept 24
	mul x9, x9, x6
	.endr
	subs x3, x3, #1
	b.ne few

# CHECK: label many): 95.00 cy/it expected, limited by scheduler of ports u7 u8 u9 u10 (48): if 2x as large
	.type many, @function
many:
	.rept 24
	mul x5, x5, x6
	.endr
	.rept 100
	ldr x8, [x7, x5]
	.endr
	mov x9, x10
	.rept 24
	mul x9, x9, x6
	.endr
	subs x3, x3, #1
	b.ne many

# Chains of 120 operations, begun anew: four schedulers of 36 hold one and a part of the
# next; the reorder buffer would hold five (69.5 cycles).
# CHECK: label vectors): 130.29 cy/it expected, limited by scheduler of port u11 (36): if 2x as large
	.type vectors, @function
vectors:
	ldr d0, [x0, x2]
	.rept 60
	fmul d0, d0, d8
	fadd d0, d0, d9
	.endr
	subs x3, x3, #1
	b.ne vectors

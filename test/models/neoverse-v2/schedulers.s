# Schedulers of Neoverse V2: what waits for a chain keeps what stands behind it from
# starting as soon as one of them is full.
# RUN: kernel-opt -q --cpu=neoverse-v2 %s | FileCheck %s

# Chains of 48 operations, begun anew. Two schedulers of 28 hold one of them; the reorder
# buffer would hold six (16.6 cycles).
# CHECK: label vectors): 40.44 cy/it expected, limited by scheduler of ports V0 V2 (28): if 2x as large
	.type vectors, @function
vectors:
	ldr d0, [x0, x2]
	.rept 24
	fmul d0, d0, d8
	fadd d0, d0, d9
	.endr
	subs x3, x3, #1
	b.ne vectors

# Loads that wait for a chain of 24 multiplications, and another such chain behind
# them: 40 loads fit into the three schedulers of 16, and 80 do not.
# CHECK: label few): 48.00 cy/it, limited by latency
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

# CHECK: label many): 63.00 cy/it expected, limited by scheduler of port L0 (16): if 2x as large
	.type many, @function
many:
	.rept 24
	mul x5, x5, x6
	.endr
	.rept 80
	ldr x8, [x7, x5]
	.endr
	mov x9, x10
	.rept 24
	mul x9, x9, x6
	.endr
	subs x3, x3, #1
	b.ne many

# 181 results for general registers are in flight, 1.3 trips; the reorder buffer would
# hold 2.2 (43.3 cycles).
# CHECK: label registers): 65.00 cy/it expected, limited by integer registers (181): if 2x as large
	.type registers, @function
registers:
	mov x5, x10
	.rept 20
	ldr x5, [x5]
	mul x5, x5, x6
	.endr
	.rept 100
	add x8, x7, x6
	.endr
	subs x3, x3, #1
	b.ne registers

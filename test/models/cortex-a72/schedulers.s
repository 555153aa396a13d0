# Schedulers of Cortex-A72, of 8 entries for each unit, and its 64 general registers.
# RUN: kernel-opt -q --cpu=cortex-a72 %s | FileCheck %s --check-prefix=A72

# Chains of 48 operations, begun anew: two schedulers hold a third of one. The reorder
# buffer would hold two (52.0 cycles).
# A72: label vectors): 132.00 cy/it expected, limited by scheduler of port F0 (8): if 2x as large
	.type vectors, @function
vectors:
	ldr d0, [x0, x2]
	.rept 24
	fmul d0, d0, d8
	fadd d0, d0, d9
	.endr
	subs x3, x3, #1
	b.ne vectors

# 60 results that wait for nothing but retirement, behind a chain (100.5 cycles with all
# registers that the reorder buffer has room for).
# A72: label integers): 178.00 cy/it expected, limited by integer registers (64): if 2x as large
	.type integers, @function
integers:
	mov x5, x10
	.rept 20
	ldr x5, [x5]
	mul x5, x5, x6
	.endr
	.rept 60
	add x8, x7, x6
	.endr
	subs x3, x3, #1
	b.ne integers

# Reservation stations and registers of A64FX.
# RUN: kernel-opt -q --cpu=a64fx %s | FileCheck %s --check-prefix=A64

# Chains of 48 operations, begun anew: two stations of 20 entries hold no whole chain.
# The commit stack would hold two (112.3 cycles).
# A64: label vectors): 172.00 cy/it expected, limited by scheduler of ports EXA FLA PRX (20): if 2x as large
	.type vectors, @function
vectors:
	ldr d0, [x0, x2]
	.rept 24
	fmul d0, d0, d8
	fadd d0, d0, d9
	.endr
	subs x3, x3, #1
	b.ne vectors

# Integer units share these stations with those of vectors; a chain of multiplications
# fills one, and another chain stands behind the loads that wait for it (120 cycles).
# A64: label loads): 154.00 cy/it expected, limited by scheduler of ports EXA FLA PRX (20): if 2x as large
	.type loads, @function
loads:
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
	b.ne loads

# 60 results that wait for nothing but retirement, behind a chain: 64 are in flight
# (106.0 cycles without).
# A64: label integers): 197.00 cy/it expected, limited by integer registers (64): if 2x as large
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

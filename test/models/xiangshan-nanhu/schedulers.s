# Reservation stations and registers of Nanhu. Each station serves two ports of a kind.
# RUN: kernel-opt -q --triple=riscv64 --cpu=xiangshan-nanhu %s | FileCheck %s --check-prefix=XS

# Chains of 48 operations, begun anew: the reorder buffer would hold five (25.2 cycles).
# XS: label vectors): 42.50 cy/it expected, limited by scheduler of ports FMAC0 FMAC1 (32): if 2x as large
	.type vectors, @function
vectors:
	fld fa0, 0(a0)
	.rept 24
	fmul.d fa0, fa0, fa1
	fadd.d fa0, fa0, fa2
	.endr
	addi a1, a1, -1
	bnez a1, vectors

# 60 loads that wait for a chain, and another chain behind them, which would overlap with
# the first (72 cycles).
# XS: label loads): 91.00 cy/it expected, limited by scheduler of ports LD0 LD1 (32): if 2x as large
	.type loads, @function
loads:
	.rept 24
	mul a2, a2, a3
	.endr
	.rept 60
	ld a4, 0(a2)
	.endr
	mv a5, a6
	.rept 24
	mul a5, a5, a3
	.endr
	addi a1, a1, -1
	bnez a1, loads

# 80 results that wait for nothing but retirement, behind a chain: 160 are in flight
# (58.0 cycles without).
# XS: label integers): 84.50 cy/it expected, limited by integer registers (160): if 2x as large
	.type integers, @function
integers:
	mv a5, a6
	.rept 20
	ld a5, 0(a5)
	mul a5, a5, a3
	.endr
	.rept 80
	add a7, a3, a2
	.endr
	addi a1, a1, -1
	bnez a1, integers

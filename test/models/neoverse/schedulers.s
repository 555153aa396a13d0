# Schedulers and registers of Neoverse N1, N2 and V1; those of V2 have a test of their own.
# RUN: kernel-opt -q --cpu=neoverse-n1 %s | FileCheck %s --check-prefix=N1
# RUN: kernel-opt -q --cpu=neoverse-n2 %s | FileCheck %s --check-prefix=N2
# RUN: kernel-opt -q --cpu=neoverse-v1 %s | FileCheck %s --check-prefix=V1

# Chains of 48 operations, begun anew: N1 has two schedulers of 16 entries, N2 two of 19
# and a queue of 11, V1 two of 20, for two ports each. By the reorder buffers alone they
# would take 33.5, 29.9 and 21.3 cycles.
# N1: label vectors): 58.34 cy/it expected, limited by scheduler of port V0 (16): if 2x as large
# N2: label vectors): 52.00 cy/it expected, limited by scheduler of port V0 (19): if 2x as large
# V1: label vectors): 51.00 cy/it expected, limited by scheduler of ports V0 V2 (20): if 2x as large
	.type vectors, @function
vectors:
	ldr d0, [x0, x2]
	.rept 24
	fmul d0, d0, d8
	fadd d0, d0, d9
	.endr
	subs x3, x3, #1
	b.ne vectors

# 60 results that wait for nothing but retirement, behind a chain: 88 and 116 results are
# in flight. Those of V1 are not known.
# N1: label integers): 96.50 cy/it expected, limited by integer registers (88): if 2x as large
# N2: label integers): 65.50 cy/it expected, limited by integer registers (116): if 2x as large
# V1: label integers): 41.00 cy/it expected, limited by reorder buffer (256): if 2x as large
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

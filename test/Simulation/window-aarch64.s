# 16 steps of multiplication (3 cycles) and addition (2) on V0 and V1 of Neoverse
# N1, a copy of two registers, and what the store has there: 35 / 2 = 17.50. One body
# takes 5 + 1 + 16 * 5 cycles, and the reorder buffer of 128 holds three of 38
# micro-ops and a part of a fourth and fifth: 20 for each of five that overlap.
# With the chains side by side the pipes are never without work. The model's schedulers
# and registers are taken away.
# RUN: kernel-opt --model=%S/Inputs/window-aarch64.yaml --simulate %s | FileCheck %s
# CHECK: : 20.00 cy/it expected, limited by reorder buffer (128): if 2x as large, the loop is 1.14x as fast (bounds alone: 17.50){{$}}
# CHECK: next: interleaving 8 iterations (if their accesses do not overlap) would give 17.50 cy/it
# Of 4 steps, 14 micro-ops, it holds nine bodies: 11 / 2 is all there is to say.
# RUN: sed -e 's/rept 16/rept 4/' %s | kernel-opt --model=%S/Inputs/window-aarch64.yaml --simulate - | FileCheck %s --check-prefix=SHORT
# SHORT: cy/it
# SHORT-NOT: {{reorder buffer \(128\):|next: interleaving|with 2x}}
.text
.arch armv8.2-a
horner:
.L0:
	ldr q0, [x0, x2]
	mov v2.16b, v1.16b
	.rept 16
	fmul v2.2d, v2.2d, v0.2d
	fadd v2.2d, v2.2d, v3.2d
	.endr
	str q2, [x1, x2]
	add x2, x2, #16
	cmp x2, x3
	b.ne .L0
	ret

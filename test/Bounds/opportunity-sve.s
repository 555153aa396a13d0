// NEON code on cores with longer SVE registers: 32 bytes on Neoverse V1, 64 on
// A64FX, 16 on V2.
// RUN: kernel-opt --bounds-only --cpu=neoverse-v1 %s | FileCheck %s --check-prefixes=CHECK,V1
// RUN: kernel-opt --bounds-only --cpu=a64fx %s | FileCheck %s --check-prefixes=CHECK,A64FX
// RUN: kernel-opt --bounds-only --cpu=neoverse-v2 %s | FileCheck %s --check-prefix=SHORT --implicit-check-not="SVE vectors"
// RUN: kernel-opt --bounds-only --cpu=neoverse-v1 --format=json %s | FileCheck %s --check-prefix=JSON

// SHORT: gcc_triad (
// JSON: "kind": "wider-vectors"

// Neoverse V1 has accesses of SVE on two pipes, 3 / 2 for twice the work, those of
// NEON on three. A64FX takes 7 slots / 4 for four times the work.
// CHECK-LABEL: {{^}}gcc_triad (
// V1-SAME: 1.00 cy/it
// V1: next: SVE vectors of 32 bytes (if their accesses do not overlap) would give 0.75 cy/it
// A64FX-SAME: 1.75 cy/it
// A64FX: next: SVE vectors of 64 bytes (if their accesses do not overlap) would give 0.44 cy/it
	.type gcc_triad, @function
gcc_triad:
	ldr q2, [x2, x4]
	ldr q1, [x1, x4]
	fmla v1.2d, v2.2d, v0.2d
	str q1, [x0, x4]
	add x4, x4, 16
	cmp x4, x5
	bne gcc_triad

// Pairs and updates of their bases fall apart: 6 accesses, 2 fmla, 3 additions,
// subs and branch: 6 / 2 for twice the work, or 13 slots / 4 for four times.
// CHECK-LABEL: {{^}}clang_triad (
// V1-SAME: 2.00 cy/it
// V1: next: SVE vectors of 32 bytes (if their accesses do not overlap) would give 1.50 cy/it
// A64FX-SAME: 2.25 cy/it
// A64FX: next: SVE vectors of 64 bytes (if their accesses do not overlap) would give 0.81 cy/it
	.type clang_triad, @function
clang_triad:
	ldp q1, q2, [x8], #32
	ldp q3, q4, [x10], #32
	fmla v1.2d, v3.2d, v0.d[0]
	fmla v2.2d, v4.2d, v0.d[0]
	stp q1, q2, [x9], #32
	subs x11, x11, #4
	b.ne clang_triad

// The result overwrites an operand, as in SVE.
// CHECK-LABEL: {{^}}maxd (
// CHECK: next: SVE vectors of
	.type maxd, @function
maxd:
	ldr q1, [x1, x4]
	ldr q2, [x2, x4]
	fmax v1.2d, v1.2d, v2.2d
	str q1, [x0, x4]
	add x4, x4, 16
	cmp x4, x5
	bne maxd

// It does not: SVE needs a move more, and nothing is said.
// CHECK-LABEL: {{^}}maxn (
// CHECK-NOT: next: SVE
	.type maxn, @function
maxn:
	ldr q1, [x1, x4]
	ldr q2, [x2, x4]
	fmax v3.2d, v1.2d, v2.2d
	str q3, [x0, x4]
	add x4, x4, 16
	cmp x4, x5
	bne maxn

// An element that the loop loads is not the same all the time.
// CHECK-LABEL: {{^}}lane (
// CHECK-NOT: next: SVE
	.type lane, @function
lane:
	ldr q1, [x1, x4]
	ldr q2, [x2, x4]
	fmul v3.2d, v1.2d, v2.d[0]
	str q3, [x0, x4]
	add x4, x4, 16
	cmp x4, x5
	bne lane

// A permutation of 16 bytes is another one of more.
// CHECK-LABEL: {{^}}perm (
// CHECK-NOT: next: SVE
	.type perm, @function
perm:
	ldr q1, [x1, x4]
	ldr q2, [x2, x4]
	ext v3.16b, v1.16b, v2.16b, #8
	str q3, [x0, x4]
	add x4, x4, 16
	cmp x4, x5
	bne perm

// What is stored is read one iteration later: not more at once.
// CHECK-LABEL: {{^}}carried (
// CHECK-NOT: next: SVE
	.type carried, @function
carried:
	ldr q1, [x0]
	ldr q2, [x2]
	ldr q3, [x2, #16]
	fadd v1.2d, v1.2d, v2.2d
	fadd v1.2d, v1.2d, v3.2d
	str q1, [x0, #16]
	add x0, x0, 16
	add x2, x2, 16
	cmp x0, x1
	bne carried

// Multiplications and additions on four pipes of 16 bytes are as fast as on two
// of 32; on A64FX each pipe takes all 64: 8 / 2 for four times the work.
// CHECK-LABEL: {{^}}compute (
// V1-SAME: 2.00 cy/it
// V1-NOT: next: SVE
// A64FX-SAME: 4.00 cy/it
// A64FX: next: SVE vectors of 64 bytes would give 1.00 cy/it
	.type compute, @function
compute:
	fmul v0.2d, v16.2d, v17.2d
	fadd v4.2d, v16.2d, v17.2d
	fmul v1.2d, v16.2d, v17.2d
	fadd v5.2d, v16.2d, v17.2d
	fmul v2.2d, v16.2d, v17.2d
	fadd v6.2d, v16.2d, v17.2d
	fmul v3.2d, v16.2d, v17.2d
	fadd v7.2d, v16.2d, v17.2d
	subs x0, x0, 1
	bne compute

// Chains of AArch64 that several accumulators can take, and such that they cannot.
// RUN: kernel-opt --bounds-only --cpu=neoverse-n1 %s | FileCheck %s

// h = 33 h + a by shift and addition: Horner's rule.
// CHECK-LABEL: label .Lhash: 3.00 cy/it, limited by latency
// CHECK-NOT: next:
// CHECK: bounds, in cycles
.Lhash:
	ldrb w8, [x0], #1
	add w2, w2, w2, lsl #5
	add w2, w2, w8
	cmp x0, x1
	b.ne .Lhash

// The same, entering once: h = a + 32 h.
// CHECK-LABEL: label .Lshifted: 2.00 cy/it, limited by latency
// CHECK-NOT: next:
// CHECK: bounds, in cycles
.Lshifted:
	ldrb w8, [x0], #1
	add w2, w8, w2, lsl #5
	cmp x0, x1
	b.ne .Lshifted

// A product: `mul` is a multiply-add to zero. Latency 4 and 3 cycles of the only
// multiplier that 64 bits have.
// CHECK-LABEL: label .Lproduct: 4.00 cy/it, limited by latency
// CHECK-NEXT: next: 2 independent accumulators (unroll or interleave) would give 3.00 cy/it
.Lproduct:
	ldr x8, [x0], #8
	mul x2, x2, x8
	cmp x0, x1
	b.ne .Lproduct

// With an addend it is Horner's rule, no sum.
// CHECK-LABEL: label .Lhorner: 4.00 cy/it, limited by latency
// CHECK-NEXT: next: splitting the recurrence into 2 (line [[#@LINE+3]]; each goes on by the square of the factor) would give 3.00 cy/it
.Lhorner:
	ldr x8, [x0], #8
	madd x2, x2, x9, x8
	cmp x0, x1
	b.ne .Lhorner

// CHECK-LABEL: label .Lmaximum: 2.00 cy/it, limited by latency
// CHECK-NEXT: next: 2 independent accumulators (unroll or interleave) would give 1.00 cy/it
.Lmaximum:
	ldr q1, [x0], #16
	umax v0.4s, v0.4s, v1.4s
	cmp x0, x1
	b.ne .Lmaximum

// Neighbours are added: not the same for every element.
// CHECK-LABEL: label .Lpairwise: 2.00 cy/it, limited by latency
// CHECK-NOT: next:
// CHECK: bounds, in cycles
.Lpairwise:
	ldr q1, [x0], #16
	faddp v0.4s, v0.4s, v1.4s
	cmp x0, x1
	b.ne .Lpairwise

// Sums of wider elements.
// CHECK-LABEL: label .Lwiden: 2.00 cy/it, limited by latency
// CHECK-NEXT: next: 2 independent accumulators (unroll or interleave) would give 1.00 cy/it
.Lwiden:
	ldr d1, [x0], #8
	uaddw v0.8h, v0.8h, v1.8b
	cmp x0, x1
	b.ne .Lwiden

// s - a * b is a sum, too, of which neoverse-n1 has the addend late.
// CHECK-LABEL: label .Lnegated: 2.00 cy/it, limited by latency
// CHECK-NEXT: next: 2 independent accumulators (unroll or interleave) would give 1.00 cy/it
.Lnegated:
	ldr q1, [x0], #16
	fmls v0.2d, v1.2d, v2.2d
	cmp x0, x1
	b.ne .Lnegated

// a * b - s is none.
// CHECK-LABEL: label .Lalternating:
// CHECK-SAME: limited by latency
// CHECK-NOT: next:
// CHECK: bounds, in cycles
.Lalternating:
	ldr d1, [x0], #8
	fnmsub d0, d1, d2, d0
	cmp x0, x1
	b.ne .Lalternating

// The counter moves by the length of a vector, which the loop does not change: no
// sum, but an update that unrolled copies need once.
// CHECK-LABEL: label .Lvectors:
// CHECK-NOT: next: {{.*}}chains
// CHECK: bounds, in cycles
.Lvectors:
	ldr q1, [x0, x8]
	str q1, [x1, x8]
	add x8, x8, x9
	cmp x8, x10
	b.ne .Lvectors

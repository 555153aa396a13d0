// RUN: kernel-opt --bounds-only --cpu=neoverse-n1 %s | FileCheck %s

// CHECK-LABEL: {{^}}stays (
// CHECK-SAME: limited by unit
// CHECK-NEXT: next: multiplying by a reciprocal (line [[#@LINE+4]]; -freciprocal-math) would give 1.00 cy/it{{$}}
	.type stays, @function
stays:
	ldr d1, [x0]
	fdiv d1, d1, d0
	str d1, [x0], 8
	cmp x0, x1
	bne stays

// CHECK-LABEL: {{^}}integers (
// CHECK-NEXT: next: multiplying by a precomputed integer reciprocal (line [[#@LINE+4]]) would give
	.type integers, @function
integers:
	ldr x3, [x0], 8
	udiv x3, x3, x2
	add x4, x4, x3
	cmp x0, x1
	bne integers

// The divisor is loaded.
// CHECK-LABEL: {{^}}changes (
// CHECK-NOT: next: multiplying
	.type changes, @function
changes:
	ldr x3, [x0], 8
	udiv x3, x2, x3
	add x4, x4, x3
	cmp x0, x1
	bne changes

// Loads limit, one of two of the same bytes.
// RUN: kernel-opt --bounds-only --cpu=neoverse-n1 %s | FileCheck %s

// CHECK-LABEL: {{^}}stencil (
// CHECK-SAME: (loads)
// CHECK-NEXT: next: keeping 3 loaded values in registers for 1 iteration (line {{.*}}) would give
	.type stencil, @function
stencil:
	ldr d1, [x0]
	ldr d2, [x0, 8]
	ldr d3, [x0, 16]
	ldr d4, [x0, 24]
	add x0, x0, 8
	cmp x0, x1
	bne stencil

// All four move on by what they load.
// CHECK-LABEL: {{^}}block (
// CHECK-SAME: (loads)
// CHECK-NOT: next: keeping
	.type block, @function
block:
	ldr d1, [x0]
	ldr d2, [x0, 8]
	ldr d3, [x0, 16]
	ldr d4, [x0, 24]
	add x0, x0, 32
	cmp x0, x1
	bne block

// RUN: kernel-opt --bounds-only --cpu=neoverse-n1 %s | FileCheck %s

// CHECK-LABEL: {{^}}control (
// CHECK: next: unrolling by {{[248]}} would give
	.type control, @function
control:
	ldr d1, [x0]
	fadd d2, d3, d4
	add x5, x6, x7
	add x0, x0, 8
	cmp x0, x1
	bne control

// Post-indexed: the pointer is updated by the load, and no branch but the last.
// CHECK-LABEL: {{^}}forever (
// CHECK-SAME: limited by latency
// CHECK-NOT: next: unrolling
	.type forever, @function
forever:
	fmadd d0, d0, d1, d2
	fadd d2, d3, d4
	b forever

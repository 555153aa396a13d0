// A store whose datum the next iteration loads: the value stays in a register.
// RUN: kernel-opt --bounds-only --cpu=neoverse-n1 %s | FileCheck %s --check-prefixes=CHECK,N1
// RUN: kernel-opt --bounds-only --cpu=a64fx %s | FileCheck %s --check-prefixes=CHECK,A64FX

// Forwarding 6 and fmadd 4, on A64FX 9 and 9.
// CHECK-LABEL: {{^}}keep (
// N1-SAME: 10.00 cy/it, limited by latency
// A64FX-SAME: 18.00 cy/it, limited by latency
// CHECK-NEXT: next: keeping stored values in registers until they are loaded (line [[#@LINE+7]], line [[#@LINE+5]]) would give
// N1-SAME: 4.00 cy/it
// A64FX-SAME: 9.00 cy/it
	.type keep, @function
keep:
	ldr d1, [x0]
	fmadd d0, d1, d2, d3
	str d0, [x0, 8]
	add x0, x0, 8
	cmp x0, x1
	bne keep

// The store updates the base.
// CHECK-LABEL: {{^}}post (
// CHECK: next: keeping stored values in registers until they are loaded (line [[#@LINE+5]], line [[#@LINE+3]]) would give
	.type post, @function
post:
	ldr d1, [x0, -8]
	fmul d1, d1, d2
	str d1, [x0], 8
	cmp x0, x1
	bne post

// Half of what is loaded comes from elsewhere: no register has it.
// CHECK-LABEL: {{^}}narrow (
// CHECK-NOT: next: keeping
	.type narrow, @function
narrow:
	ldr x4, [x2]
	add x4, x4, 3
	str w4, [x2]
	subs x3, x3, 1
	bne narrow

// Nothing is stored.
// CHECK-LABEL: {{^}}chase (
// CHECK-NOT: next: keeping
	.type chase, @function
chase:
	ldr x4, [x4]
	cbnz x4, chase

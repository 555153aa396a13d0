// Merging predication keeps the inactive lanes, zeroing predication does not.
// Latencies of LLVM's model: mov and fneg 2, fmul 3.
// RUN: kernel-opt --bounds-only --cpu=neoverse-v1 --format=csv %s | FileCheck %s

.text
f:
// mov 2 + fmul 3.
// CHECK: f,.L0,{{[0-9]+}},4,neoverse-v1,{{[^,]*}},5.00,5.00,5.00,latency
.L0:
	mov z0.d, p0/m, z1.d
	fmul z0.d, z0.d, z2.d
	subs x0, x0, #1
	b.ne .L0
// All lanes written: nothing but the counter.
// CHECK: f,.L1,{{[0-9]+}},4,neoverse-v1,{{[^,]*}},1.00,5.00,1.00,
.L1:
	mov z0.d, z1.d
	fmul z0.d, z0.d, z2.d
	subs x0, x0, #1
	b.ne .L1
// CHECK: f,.L2,{{[0-9]+}},4,neoverse-v1,{{[^,]*}},1.00,5.00,1.00,
.L2:
	mov z0.d, p0/z, #5
	fmul z0.d, z0.d, z2.d
	subs x0, x0, #1
	b.ne .L2
// fneg 2 + fmul 3; movprfx before it replaces the old value.
// CHECK: f,.L3,{{[0-9]+}},4,neoverse-v1,{{[^,]*}},5.00,5.00,5.00,latency
.L3:
	fneg z0.d, p0/m, z1.d
	fmul z0.d, z0.d, z2.d
	subs x0, x0, #1
	b.ne .L3
// CHECK: f,.L4,{{[0-9]+}},5,neoverse-v1,{{[^,]*}},1.00,7.00,
.L4:
	movprfx z0, z3
	fneg z0.d, p0/m, z1.d
	fmul z0.d, z0.d, z2.d
	subs x0, x0, #1
	b.ne .L4
	ret

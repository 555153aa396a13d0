// The addend of a multiply-add is needed later than its factors. LLVM's model
// of this core: 2 from addend to result, 4 from a factor.
// RUN: kernel-opt --bounds-only --cpu=neoverse-v1 --format=csv %s | FileCheck %s

.text
f:
// CHECK: f,.L0,{{[0-9]+}},3,neoverse-v1,{{[^,]*}},2.00,4.00,2.00,latency
.L0:
	fmadd d0, d1, d2, d0
	subs x0, x0, #1
	b.ne .L0
// CHECK: f,.L1,{{[0-9]+}},3,neoverse-v1,{{[^,]*}},4.00,4.00,4.00,latency
.L1:
	fmadd d0, d0, d2, d1
	subs x0, x0, #1
	b.ne .L1
// CHECK: f,.L2,{{[0-9]+}},3,neoverse-v1,{{[^,]*}},2.00,4.00,2.00,latency
.L2:
	fmla v0.2d, v1.2d, v2.2d
	subs x0, x0, #1
	b.ne .L2
	ret

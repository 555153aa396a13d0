// Results that keep a part of the destination wait for its old value.
// RUN: kernel-opt --bounds-only --cpu=thunderx2t99 --format=csv %s | FileCheck %s

.text
f:
// movk 1 + mul 5. The four on p0, p1, p2: 4/3 = 1.33.
// CHECK: f,.L0,{{[0-9]+}},4,thunderx2t99,1.33,6.00,6.00,6.00,latency
.L0:
	movk x1, #7, lsl #16
	mul x1, x1, x2
	subs x0, x0, #1
	b.ne .L0

// bfi 1 + mul 5; ubfx writes the whole register.
// CHECK: f,.L1,{{[0-9]+}},4,thunderx2t99,1.33,6.00,6.00,6.00,latency
.L1:
	bfi x1, x3, #8, #8
	mul x1, x1, x2
	subs x0, x0, #1
	b.ne .L1
// CHECK: f,.L2,{{[0-9]+}},4,thunderx2t99,1.33,1.00,6.00,1.33,ports
.L2:
	ubfx x1, x3, #8, #8
	mul x1, x1, x2
	subs x0, x0, #1
	b.ne .L2

// ins 5 + fmul 6; dup writes the whole register.
// CHECK: f,.L3,{{[0-9]+}},4,thunderx2t99,1.33,11.00,11.00,11.00,latency
.L3:
	ins v0.d[1], v1.d[0]
	fmul v0.2d, v0.2d, v2.2d
	subs x0, x0, #1
	b.ne .L3
// CHECK: f,.L4,{{[0-9]+}},4,thunderx2t99,1.33,1.00,11.00,1.33,ports
.L4:
	dup v0.2d, v1.d[0]
	fmul v0.2d, v0.2d, v2.2d
	subs x0, x0, #1
	b.ne .L4
	ret

// Constants: movi and movz write the whole register and wait for nothing, so
// only the counter is carried.
// RUN: kernel-opt --bounds-only --cpu=thunderx2t99 --format=csv %s | FileCheck %s

.text
f:
// CP: movi 5 + add 7 + mul 7 = 19. Five on p0, p1, p2: 5/3 = 1.67.
// CHECK: f,.L0,{{[0-9]+}},5,thunderx2t99,1.67,1.00,19.00,1.67,ports
.L0:
	movi v0.4s, #0
	add v0.4s, v0.4s, v1.4s
	mul v0.4s, v0.4s, v1.4s
	subs x0, x0, #1
	b.ne .L0

// CP: movz 1 + mul 5. Four on p0, p1, p2: 4/3 = 1.33.
// CHECK: f,.L1,{{[0-9]+}},4,thunderx2t99,1.33,1.00,6.00,1.33,ports
.L1:
	movz x1, #7, lsl #16
	mul x1, x1, x2
	subs x0, x0, #1
	b.ne .L1

// eor of a register with itself still waits for it: no published guide of an
// AArch64 core lists it as breaking the dependence, and for general registers
// the memory model counts on it. eor 5 + add 7 = 12, eor 1 + mul 5 = 6.
// CHECK: f,.L2,{{[0-9]+}},4,thunderx2t99,1.33,12.00,12.00,12.00,latency
.L2:
	eor v0.16b, v0.16b, v0.16b
	add v0.4s, v0.4s, v1.4s
	subs x0, x0, #1
	b.ne .L2
// CHECK: f,.L3,{{[0-9]+}},4,thunderx2t99,1.33,6.00,6.00,6.00,latency
.L3:
	eor x1, x1, x1
	mul x1, x1, x2
	subs x0, x0, #1
	b.ne .L3
	ret

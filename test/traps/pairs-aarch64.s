// Two registers that a pair keeps on the stack: the pointer that the loop loads is the
// one that the last iteration stored, 8 bytes further.
// RUN: kernel-opt deps --cpu=neoverse-n1 --format=csv %s | FileCheck %s
// CHECK: .Lspilled,13,11,1,RAW,must,8,{{.*}}closed-form
// CHECK: .Lnarrow,24,21,1,RAW,must,4,{{.*}}closed-form
f:
	sub sp, sp, #32
	stp x2, x0, [sp, #16]
.Lspilled:
	ldp x2, x1, [sp, #16]
	ldr d0, [x1, #-8]
	fadd d0, d0, d1
	str d0, [x1], #8
	sub x2, x2, #1
	stp x2, x1, [sp, #16]
	cbnz x2, .Lspilled
// Words of 32 bits, sign-extended: the index.
	stp w2, w3, [sp, #8]
.Lnarrow:
	ldpsw x4, x5, [sp, #8]
	ldr s0, [x6, x5, lsl #2]
	fadd s0, s0, s1
	add w5, w5, #1
	str s0, [x6, w5, sxtw #2]
	stp w4, w5, [sp, #8]
	sub x2, x2, #1
	cbnz x2, .Lnarrow

// Integer instructions: I0 and I1 for simple ones, M for the rest, B for branches.
// Three macro-ops and three results of 64 bits a cycle (wr0 to wr2).
// RUN: kernel-opt --bounds-only --cpu=cortex-a72 --format=csv %s | FileCheck %s

.text
f:
// 4 add and subs on I0,I1: 5/2 = 2.50. Issue 6/3 = 2.00.
// CHECK: f,.L0,{{[0-9]+}},6,cortex-a72,2.50,1.00,1.00,2.50,ports
.L0:
  add x0, x0, 1
  add x1, x1, 1
  add x2, x2, 1
  add x3, x3, 1
  subs x9, x9, #1
  b.ne .L0

// A shift goes to M and takes 2 cycles: 3/1. The path is 2 + 2.
// CHECK: f,.L1,{{[0-9]+}},5,cortex-a72,3.00,1.00,4.00,3.00,ports
.L1:
  add x0, x4, x5, lsl 2
  eor x1, x4, x0, lsr 3
  sub x2, x4, w5, uxtb
  subs x9, x9, #1
  b.ne .L1

// No zero idioms, no moves at rename: mov takes I0 or I1. 4/2 = 2.00.
// CHECK: f,.L2,{{[0-9]+}},5,cortex-a72,2.00,1.00,1.00,2.00,ports
.L2:
  mov x0, x4
  mov x1, #0
  eor x2, x2, x2
  subs x9, x9, #1
  b.ne .L2

// 64 x 64 bits: the multiplier takes 3 cycles; M itself is free for the shift.
// CHECK: f,.L3,{{[0-9]+}},4,cortex-a72,3.00,1.00,5.00,3.00,unit
.L3:
  mul x0, x4, x5
  add x1, x4, x5, lsl 3
  subs x9, x9, #1
  b.ne .L3

// 32 x 32 bits: one a cycle: 2.00. The high half of 128 bits takes 4, alone: below.
// CHECK: f,.L4,{{[0-9]+}},4,cortex-a72,2.00,1.00,3.00,2.00,ports
.L4:
  mul w0, w4, w5
  smull x1, w4, w5
  subs x9, x9, #1
  b.ne .L4

// CHECK: f,.L5,{{[0-9]+}},3,cortex-a72,4.00,1.00,6.00,4.00,unit
.L5:
  umulh x0, x4, x5
  subs x9, x9, #1
  b.ne .L5

// The addend comes 2 cycles late: 3 of 5 cycles through it, 1 of 3 for 32 bits.
// CHECK: f,.L6,{{[0-9]+}},3,cortex-a72,3.00,3.00,5.00,3.00,unit
.L6:
  madd x0, x4, x5, x0
  subs x9, x9, #1
  b.ne .L6

// CHECK: f,.L7,{{[0-9]+}},3,cortex-a72,1.00,1.00,3.00,1.00,ports
.L7:
  madd w0, w4, w5, w0
  subs x9, x9, #1
  b.ne .L7

// The divider: 4 cycles at best. Carried: 4, and 12 expected.
// CHECK: f,.L8,{{[0-9]+}},3,cortex-a72,4.00,12.00,12.00,12.00,latency
.L8:
  udiv x0, x0, x1
  subs x9, x9, #1
  b.ne .L8

// Rotation by a constant is extr of one register: 1 cycle on I0,I1. 3/2 = 1.50.
// CHECK: f,.L9,{{[0-9]+}},4,cortex-a72,1.50,1.00,1.00,1.50,ports
.L9:
  ror x0, x4, 14
  ror x1, x4, 14
  subs x9, x9, #1
  b.ne .L9

// Of two registers it takes M as well: 2/1 and 3 cycles.
// CHECK: f,.L10,{{[0-9]+}},4,cortex-a72,2.00,1.00,3.00,2.00,ports
.L10:
  extr x0, x4, x5, 14
  extr x1, x4, x5, 15
  subs x9, x9, #1
  b.ne .L10

  ret

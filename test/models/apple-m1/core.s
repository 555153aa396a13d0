// Apple M1, Firestorm: eight micro-ops a cycle; integers on u1 to u6, flags on u1 to u3; loads
// on u8 to u10, stores on u7, u8; FP and vectors on u11 to u14.
// RUN: kernel-opt --bounds-only --cpu=apple-m1 --format=csv %s | FileCheck %s

.text
f:
// Zero and moves are done at rename: 7 slots, as subs fuses with b.ne, / 8. b.ne on u1, u2.
// CHECK: f,.L0,{{[0-9]+}},8,apple-m1,0.88,1.00,1.00,1.00,latency
.L0:
  mov x0, x4
  mov x1, #0
  movi v3.2d, #0
  mov v4.16b, v5.16b
  nop
  nop
  subs x9, x9, #1
  b.ne .L0

// 7 on u1 to u6, and the branch: 8/6.
// CHECK: f,.L1,{{[0-9]+}},9,apple-m1,1.33,1.00,1.00,1.33,ports
.L1:
  add x0, x0, 1
  add x1, x1, 1
  add x2, x2, 1
  add x3, x3, 1
  add x4, x4, 1
  add x5, x5, 1
  add x6, x6, 1
  subs x9, x9, #1
  b.ne .L1

// Flags: 4 csel and the branch on u1 to u3: 5/3.
// CHECK: f,.L2,{{[0-9]+}},6,apple-m1,1.67,1.00,1.00,1.67,ports
.L2:
  csel x0, x4, x5, eq
  csel x1, x4, x5, eq
  csel x2, x4, x5, eq
  csel x3, x4, x5, eq
  subs x9, x9, #1
  b.ne .L2

// A shift is a second micro-op: 4 of 2 and the branch: 9/6 = 1.50, but 5 slots of 8.
// CHECK: f,.L3,{{[0-9]+}},6,apple-m1,1.50,1.00,2.00,1.50,ports
.L3:
  add x0, x4, x5, lsl 3
  add x1, x4, x5, lsl 3
  add x2, x4, x5, lsl 3
  add x3, x4, x5, lsl 3
  subs x9, x9, #1
  b.ne .L3

// sub fuses with the branch that tests its result.
// CHECK: f,.L4,{{[0-9]+}},3,apple-m1,0.50,1.00,1.00,1.00,latency
.L4:
  add x0, x0, 1
  sub x9, x9, 1
  cbnz x9, .L4

// Not with another: add, sub and cbnz are 3 slots, 3/6; cbnz on u1, u2.
// CHECK: f,.L5,{{[0-9]+}},3,apple-m1,0.50,1.00,1.00,1.00,latency
.L5:
  sub x9, x9, 1
  add x0, x0, 1
  cbnz x9, .L5

// madd: 1 of 3 cycles through the addend, on u6: 2.00.
// CHECK: f,.L6,{{[0-9]+}},4,apple-m1,2.00,1.00,3.00,2.00,ports
.L6:
  madd x0, x4, x5, x0
  madd x1, x4, x5, x6
  subs x9, x9, #1
  b.ne .L6

// fadd 3, fmul 4, fmadd 4, also through the sum.
// CHECK: f,.L7,{{[0-9]+}},3,apple-m1,0.50,3.00,3.00,3.00,latency
.L7:
  fadd d0, d0, d1
  subs x9, x9, #1
  b.ne .L7

// 
// CHECK: f,.L8,{{[0-9]+}},3,apple-m1,0.50,4.00,4.00,4.00,latency
.L8:
  fmla v0.2d, v1.2d, v2.2d
  subs x9, x9, #1
  b.ne .L8

// 6 on u11 to u14: 1.50.
// CHECK: f,.L9,{{[0-9]+}},8,apple-m1,1.50,4.00,4.00,4.00,latency
.L9:
  fmla v0.2d, v6.2d, v7.2d
  fmla v1.2d, v6.2d, v7.2d
  fmla v2.2d, v6.2d, v7.2d
  fmla v3.2d, v6.2d, v7.2d
  fmla v4.2d, v6.2d, v7.2d
  fmla v5.2d, v6.2d, v7.2d
  subs x9, x9, #1
  b.ne .L9

// fdiv one a cycle on u14, fsqrt one in two: 1 + 2.
// CHECK: f,.L10,{{[0-9]+}},4,apple-m1,3.00,1.00,13.00,3.00,unit
.L10:
  fdiv d2, d0, d1
  fsqrt d3, d0
  subs x9, x9, #1
  b.ne .L10

// Integer division: 2 cycles apart, latency 7.
// CHECK: f,.L11,{{[0-9]+}},3,apple-m1,2.00,7.00,7.00,7.00,latency
.L11:
  udiv x0, x0, x1
  subs x9, x9, #1
  b.ne .L11

// 4 loads on three: 1.33. Latency 4 and 5.
// CHECK: f,.L12,{{[0-9]+}},6,apple-m1,1.33,1.00,5.00,1.33,ports
.L12:
  ldr x0, [x4]
  ldr d1, [x4, 8]
  ldr q2, [x4, 16]
  ldr x3, [x4, 24]
  subs x9, x9, #1
  b.ne .L12

// Stores on two: 3/2; with 2 loads 5 on four.
// CHECK: f,.L13,{{[0-9]+}},7,apple-m1,1.50,1.00,4.00,1.50,ports
.L13:
  str x0, [x4]
  str x1, [x4, 8]
  str x2, [x4, 16]
  ldr x3, [x5]
  ldr x6, [x5, 8]
  subs x9, x9, #1
  b.ne .L13

// Pointer chase: 3. With an addition in between 4 + 1.
// CHECK: f,.L14,{{[0-9]+}},3,apple-m1,0.50,3.00,4.00,3.00,latency
.L14:
  ldr x0, [x0]
  subs x9, x9, #1
  b.ne .L14

// 
// CHECK: f,.L15,{{[0-9]+}},4,apple-m1,0.50,5.00,5.00,5.00,latency
.L15:
  ldr x0, [x0]
  add x0, x0, 8
  subs x9, x9, #1
  b.ne .L15

// The updated base: 1 cycle, 3 of them. Path 2 + 5.
// CHECK: f,.L16,{{[0-9]+}},5,apple-m1,1.00,3.00,7.00,3.00,latency
.L16:
  ldr d0, [x0], 8
  ldr d1, [x0], 8
  ldr d2, [x0], 8
  subs x9, x9, #1
  b.ne .L16

// axpy: 2 loads and a store on u7 to u10: 3/4. Path 5 + 4 + 1.
// CHECK: f,.L17,{{[0-9]+}},6,apple-m1,0.75,1.00,10.00,1.00,latency
.L17:
  ldr q1, [x0], 16
  ldr q2, [x1]
  fmla v2.2d, v1.2d, v0.2d
  str q2, [x1], 16
  subs x9, x9, #1
  b.ne .L17

// A pair is one access and two slots, three with an updated base: 4 * 3 and the
// fused branch, 13 slots / 8 = 1.63; four updates of one base.
// CHECK: f,.L18,{{[0-9]+}},6,apple-m1,1.63,4.00,7.00,4.00,latency
.L18:
  ldp x1, x2, [x0], 16
  ldp x3, x4, [x0], 16
  ldp x5, x6, [x0], 16
  ldp x7, x8, [x0], 16
  subs x9, x9, #1
  b.ne .L18

// An updated base is a slot, but not with vectors: 6 slots / 8. 3 loads on three,
// 1.00. Path 5 + 1.
// CHECK: f,.L19,{{[0-9]+}},6,apple-m1,1.00,1.00,6.00,1.00,ports
.L19:
  ldr x1, [x0], 8
  ldr q2, [x3], 16
  ldr q5, [x4]
  str q5, [x6], 16
  subs x9, x9, #1
  b.ne .L19

// Pairs of 64-bit vectors are one store and need a vector unit: 4 stores on u7,
// u8. 9 slots.
// CHECK: f,.L20,{{[0-9]+}},6,apple-m1,2.00,1.00,1.00,2.00,ports
.L20:
  stp d0, d1, [x0]
  stp d2, d3, [x0, 16]
  stp d4, d5, [x0, 32]
  stp d6, d7, [x0, 48]
  subs x9, x9, #1
  b.ne .L20

// To a general register a conversion is three units and two slots: 4 on u13, u14,
// and 4 on u3, u4. Path 6.
// CHECK: f,.L21,{{[0-9]+}},6,apple-m1,2.00,1.00,6.00,2.00,ports
.L21:
  fcvtzs x1, d0
  fcvtzs x2, d0
  fcvtzs x3, d0
  fcvtzs x4, d0
  subs x9, x9, #1
  b.ne .L21

// A second unit, any of six, but only u6 for the rest: 2.00; 5 slots.
// CHECK: f,.L22,{{[0-9]+}},4,apple-m1,2.00,1.00,1.00,2.00,ports
.L22:
  extr x1, x2, x3, 7
  extr x4, x2, x3, 7
  subs x9, x9, #1
  b.ne .L22

  ret

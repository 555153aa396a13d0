// Neoverse N1: four macro-ops a cycle; S0, S1, M; L0, L1; V0, V1.
// RUN: kernel-opt --bounds-only --cpu=neoverse-n1 --format=csv %s | FileCheck %s

.text
f:
// 7 macro-ops / 4. Simple integers on S0, S1, M: 6/3.
// CHECK: f,.L0,{{[0-9]+}},7,neoverse-n1,2.00,1.00,1.00,2.00,ports
.L0:
  add x0, x0, 1
  add x1, x1, 1
  add x2, x2, 1
  add x3, x3, 1
  add x4, x4, 1
  subs x9, x9, #1
  b.ne .L0

// A comparison fuses with its branch, so it takes no slot and no unit of S0, S1, M:
// 4 macro-ops / 4; 3 of add on 3. Path: add and cmp.
// CHECK: f,.L1,{{[0-9]+}},5,neoverse-n1,1.00,1.00,2.00,1.00,ports
.L1:
  add x0, x0, 1
  add x1, x1, 1
  add x9, x9, 1
  cmp x9, x10
  b.ne .L1

// subs with a result does not: 5 / 4, 4 on 3.
// CHECK: f,.L2,{{[0-9]+}},5,neoverse-n1,1.33,1.00,1.00,1.33,ports
.L2:
  add x0, x0, 1
  add x1, x1, 1
  add x2, x2, 1
  subs x9, x9, #1
  b.ne .L2

// Zeroing and moving take a unit: mov, mov, subs on S0, S1, M: 1.00; movi on V0, V1. 5/4.
// CHECK: f,.L3,{{[0-9]+}},5,neoverse-n1,1.25,1.00,2.00,1.25,issue
.L3:
  mov x0, x4
  mov x1, #0
  movi v2.2d, #0
  subs x9, x9, #1
  b.ne .L3

// The late accumulator: 2 of 4 cycles. One branch a cycle on B.
// CHECK: f,.L4,{{[0-9]+}},3,neoverse-n1,1.00,2.00,4.00,2.00,latency
.L4:
  fmla v0.2d, v1.2d, v2.2d
  subs x9, x9, #1
  b.ne .L4

// Through a factor: 4.
// CHECK: f,.L5,{{[0-9]+}},3,neoverse-n1,1.00,4.00,4.00,4.00,latency
.L5:
  fmadd d0, d0, d1, d2
  subs x9, x9, #1
  b.ne .L5

// FMA: 6 on V0, V1: 3.00. No chain but the sums, 2.
// CHECK: f,.L6,{{[0-9]+}},8,neoverse-n1,3.00,2.00,4.00,3.00,ports
.L6:
  fmla v0.2d, v6.2d, v7.2d
  fmla v1.2d, v6.2d, v7.2d
  fmla v2.2d, v6.2d, v7.2d
  fmla v3.2d, v6.2d, v7.2d
  fmla v4.2d, v6.2d, v7.2d
  fmla v5.2d, v6.2d, v7.2d
  subs x9, x9, #1
  b.ne .L6

// Integers: 128 bits of products take V0 twice; 2 of 5 through the sum, 1 of 4 for long ones.
// CHECK: f,.L7,{{[0-9]+}},4,neoverse-n1,3.00,2.00,5.00,3.00,ports
.L7:
  mla v0.4s, v6.4s, v7.4s
  smlal v1.4s, v6.4h, v7.4h
  subs x9, x9, #1
  b.ne .L7

// Scalar divisions: two in 7 cycles. Of a vector: one.
// CHECK: f,.L8,{{[0-9]+}},3,neoverse-n1,3.50,1.00,15.00,3.50,unit
.L8:
  fdiv d2, d0, d1
  subs x9, x9, #1
  b.ne .L8

// 
// CHECK: f,.L9,{{[0-9]+}},3,neoverse-n1,7.00,1.00,15.00,7.00,unit
.L9:
  fdiv v2.2d, v0.2d, v1.2d
  subs x9, x9, #1
  b.ne .L9

// Integer division: 5 cycles at best, 12 expected.
// CHECK: f,.L10,{{[0-9]+}},3,neoverse-n1,5.00,12.00,12.00,12.00,latency
.L10:
  udiv x0, x0, x1
  subs x9, x9, #1
  b.ne .L10

// 64 x 64 bits hold M for 3 cycles; 32 x 32 one: 4.00.
// CHECK: f,.L11,{{[0-9]+}},4,neoverse-n1,4.00,1.00,4.00,4.00,ports
.L11:
  mul x0, x4, x5
  mul w1, w4, w5
  subs x9, x9, #1
  b.ne .L11

// 3 loads on L0, L1: 1.50.
// CHECK: f,.L12,{{[0-9]+}},5,neoverse-n1,1.50,1.00,5.00,1.50,ports
.L12:
  ldr x0, [x4]
  ldr d1, [x4, 8]
  ldr q2, [x4, 16]
  subs x9, x9, #1
  b.ne .L12

// 2 loads, 2 stores: 4/2 = 2.00.
// CHECK: f,.L13,{{[0-9]+}},6,neoverse-n1,2.00,1.00,4.00,2.00,ports
.L13:
  ldr x0, [x4]
  ldr x1, [x4, 8]
  str x2, [x5]
  str x3, [x5, 8]
  subs x9, x9, #1
  b.ne .L13

// A store of 128 bits: twice L0, L1 and V0, V1: 1.00. 3/4 macro-ops.
// CHECK: f,.L14,{{[0-9]+}},3,neoverse-n1,1.00,1.00,2.00,1.00,ports
.L14:
  str q0, [x4]
  subs x9, x9, #1
  b.ne .L14

// Pointer chase: 4.
// CHECK: f,.L15,{{[0-9]+}},3,neoverse-n1,1.00,4.00,4.00,4.00,latency
.L15:
  ldr x0, [x0]
  subs x9, x9, #1
  b.ne .L15

// The updated base: 1 cycle, 3 of them. Path: 2 updates and a load of 5.
// CHECK: f,.L16,{{[0-9]+}},5,neoverse-n1,1.50,3.00,7.00,3.00,latency
.L16:
  ldr d0, [x0], 8
  ldr d1, [x0], 8
  ldr d2, [x0], 8
  subs x9, x9, #1
  b.ne .L16

// aese and aesmc: one micro-op on V0, 2 cycles: 2 pairs 2.00; 7 - 2 macro-ops.
// CHECK: f,.L17,{{[0-9]+}},6,neoverse-n1,2.00,2.00,2.00,2.00,ports
.L17:
  aese v0.16b, v6.16b
  aesmc v0.16b, v0.16b
  aese v1.16b, v6.16b
  aesmc v1.16b, v1.16b
  subs x9, x9, #1
  b.ne .L17

// axpy: L 1 + 1 + 2 = 4 on two: 2.00. 6/4. Path 5 + 4 + 2.
// CHECK: f,.L18,{{[0-9]+}},6,neoverse-n1,2.00,1.00,11.00,2.00,ports
.L18:
  ldr q1, [x0], 16
  ldr q2, [x1]
  fmla v2.2d, v1.2d, v0.2d
  str q2, [x1], 16
  subs x9, x9, #1
  b.ne .L18

  ret

// Neoverse V2: eight macro-ops a cycle; S0 to S3, M0, M1; L0 to L2; V0 to V3.
// RUN: kernel-opt --bounds-only --cpu=neoverse-v2 --format=csv %s | FileCheck %s

.text
f:
// Zero and moves are done at rename: 9/8 macro-ops; subs alone on a unit.
// CHECK: f,.L0,{{[0-9]+}},9,neoverse-v2,1.13,1.00,1.00,1.13,issue
.L0:
  mov x0, x4
  mov x1, #0
  mov w2, w4
  movi v3.2d, #0
  mov v4.16b, v5.16b
  mov x6, xzr
  nop
  subs x9, x9, #1
  b.ne .L0

// A moved register costs nothing in a chain: fadd 2.
// CHECK: f,.L1,{{[0-9]+}},4,neoverse-v2,0.50,2.00,2.00,2.00,latency
.L1:
  fadd d0, d1, d2
  mov v1.16b, v0.16b
  subs x9, x9, #1
  b.ne .L1

// cmp + csel is one micro-op of one cycle: csel is carried with 1.
// CHECK: f,.L2,{{[0-9]+}},4,neoverse-v2,0.50,1.00,1.00,1.00,latency
.L2:
  cmp x0, x4
  csel x0, x0, x5, lt
  subs x9, x9, #1
  b.ne .L2

// The late accumulator: 2 of 4 cycles.
// CHECK: f,.L3,{{[0-9]+}},3,neoverse-v2,0.50,2.00,4.00,2.00,latency
.L3:
  fmla v0.2d, v1.2d, v2.2d
  subs x9, x9, #1
  b.ne .L3

// SVE too.
// CHECK: f,.L4,{{[0-9]+}},3,neoverse-v2,0.50,2.00,4.00,2.00,latency
.L4:
  fmla z0.d, p0/m, z1.d, z2.d
  subs x9, x9, #1
  b.ne .L4

// Through a factor: 4.
// CHECK: f,.L5,{{[0-9]+}},3,neoverse-v2,0.50,4.00,4.00,4.00,latency
.L5:
  fmadd d0, d0, d1, d2
  subs x9, x9, #1
  b.ne .L5

// FMA: 6 on V0 to V3: 1.50.
// CHECK: f,.L6,{{[0-9]+}},8,neoverse-v2,1.50,2.00,4.00,2.00,latency
.L6:
  fmla v0.2d, v6.2d, v7.2d
  fmla v1.2d, v6.2d, v7.2d
  fmla v2.2d, v6.2d, v7.2d
  fmla v3.2d, v6.2d, v7.2d
  fmla v4.2d, v6.2d, v7.2d
  fmla v5.2d, v6.2d, v7.2d
  subs x9, x9, #1
  b.ne .L6

// Integer division: 5 cycles at best, 12 expected.
// CHECK: f,.L7,{{[0-9]+}},3,neoverse-v2,5.00,12.00,12.00,12.00,latency
.L7:
  udiv x0, x0, x1
  subs x9, x9, #1
  b.ne .L7

// 4 loads on three: 1.33.
// CHECK: f,.L8,{{[0-9]+}},6,neoverse-v2,1.33,1.00,6.00,1.33,ports
.L8:
  ldr x0, [x4]
  ldr d1, [x4, 8]
  ldr q2, [x4, 16]
  ldr x3, [x4, 24]
  subs x9, x9, #1
  b.ne .L8

// 2 loads, 2 stores: 4/3 = 1.33.
// CHECK: f,.L9,{{[0-9]+}},6,neoverse-v2,1.33,1.00,4.00,1.33,ports
.L9:
  ldr x0, [x4]
  ldr x1, [x4, 8]
  str x2, [x5]
  str x3, [x5, 8]
  subs x9, x9, #1
  b.ne .L9

// 3 stores: L0, L1 and D0, D1: 1.50.
// CHECK: f,.L10,{{[0-9]+}},5,neoverse-v2,1.50,1.00,1.00,1.50,ports
.L10:
  str x0, [x4]
  str x1, [x4, 8]
  str x2, [x4, 16]
  subs x9, x9, #1
  b.ne .L10

// The updated base: 1 cycle, 3 of them. Path: 2 updates and a load of 6.
// CHECK: f,.L11,{{[0-9]+}},5,neoverse-v2,1.00,3.00,8.00,3.00,latency
.L11:
  ldr d0, [x0], 8
  ldr d1, [x0], 8
  ldr d2, [x0], 8
  subs x9, x9, #1
  b.ne .L11

// Through memory: 5 cycles from the datum, and add 1.
// CHECK: f,.L12,{{[0-9]+}},5,neoverse-v2,0.67,6.00,6.00,6.00,latency
.L12:
  ldr x0, [x4]
  add x0, x0, x5
  str x0, [x4]
  subs x9, x9, #1
  b.ne .L12

// SVE axpy: 2 loads of 6, fmla 4, a store of 2: path 12; L 3/3; 6 macro-ops.
// CHECK: f,.L13,{{[0-9]+}},6,neoverse-v2,1.00,1.00,12.00,1.00,ports
.L13:
  ld1d { z1.d }, p0/z, [x0, x9, lsl 3]
  ld1d { z2.d }, p0/z, [x1, x9, lsl 3]
  fmla z2.d, p0/m, z1.d, z0.d
  st1d { z2.d }, p0, [x2, x9, lsl 3]
  subs x9, x9, #1
  b.ne .L13

// Six pipes, but four simple integers and branches a cycle: 7/4 = 1.75.
// CHECK: f,.L14,{{[0-9]+}},8,neoverse-v2,1.75,1.00,1.00,1.75,unit
.L14:
  add x0, x0, 1
  add x1, x1, 1
  add x2, x2, 1
  add x3, x3, 1
  add x4, x4, 1
  add x5, x5, 1
  subs x9, x9, #1
  b.ne .L14

  ret

// FP and vectors on F0 and F1. Three results of 64 bits a cycle: a result of 128
// bits counts as two of them.
// RUN: kernel-opt --bounds-only --cpu=cortex-a72 --format=csv %s | FileCheck %s

.text
f:
// 4 fadd on F0,F1: 2.00; 6 macro-ops / 3 = 2.00.
// CHECK: f,.L0,{{[0-9]+}},6,cortex-a72,2.00,1.00,4.00,2.00,ports
.L0:
  fadd d2, d0, d1
  fadd d3, d0, d1
  fadd d4, d0, d1
  fmul d5, d0, d1
  subs x9, x9, #1
  b.ne .L0

// 128 bits of FP arithmetic are two micro-ops: 6/2 = 3.00. fmla on its sum: 3.
// CHECK: f,.L1,{{[0-9]+}},5,cortex-a72,3.00,3.00,7.00,3.00,ports
.L1:
  fadd v2.2d, v0.2d, v1.2d
  fmul v3.4s, v0.4s, v1.4s
  fmla v4.2d, v0.2d, v1.2d
  subs x9, x9, #1
  b.ne .L1

// 128 bits of logic are one micro-op and two results: 3 * 2/3 = 2.00. 3/2 = 1.50 on F0,F1.
// CHECK: f,.L2,{{[0-9]+}},5,cortex-a72,2.00,1.00,3.00,2.00,unit
.L2:
  and v2.16b, v0.16b, v1.16b
  add v3.4s, v0.4s, v1.4s
  zip1 v4.4s, v0.4s, v1.4s
  subs x9, x9, #1
  b.ne .L2

// 64 bits: 3/2 = 1.50. 5 macro-ops / 3 = 1.67.
// CHECK: f,.L3,{{[0-9]+}},5,cortex-a72,1.67,1.00,3.00,1.67,issue
.L3:
  and v2.8b, v0.8b, v1.8b
  add v3.2s, v0.2s, v1.2s
  zip1 v4.2s, v0.2s, v1.2s
  subs x9, x9, #1
  b.ne .L3

// The accumulator comes late: 3 of 7 cycles through it, 7 through a factor.
// CHECK: f,.L4,{{[0-9]+}},3,cortex-a72,1.00,3.00,7.00,3.00,latency
.L4:
  fmadd d0, d1, d2, d0
  subs x9, x9, #1
  b.ne .L4
// CHECK: f,.L5,{{[0-9]+}},3,cortex-a72,1.00,7.00,7.00,7.00,latency
.L5:
  fmadd d0, d0, d2, d1
  subs x9, x9, #1
  b.ne .L5
// CHECK: f,.L6,{{[0-9]+}},3,cortex-a72,1.00,3.00,7.00,3.00,latency
.L6:
  fmla v0.2d, v1.2d, v2.2d
  subs x9, x9, #1
  b.ne .L6
// Integers: F0 twice for 128 bits, 2 of 5 cycles through the accumulator.
// CHECK: f,.L7,{{[0-9]+}},3,cortex-a72,2.00,2.00,5.00,2.00,ports
.L7:
  mla v0.4s, v1.4s, v2.4s
  subs x9, x9, #1
  b.ne .L7
// Long: once, 1 of 4 cycles.
// CHECK: f,.L8,{{[0-9]+}},3,cortex-a72,1.00,1.00,4.00,1.00,ports
.L8:
  smlal v0.4s, v1.4h, v2.4h
  subs x9, x9, #1
  b.ne .L8

// Division and square root have units of their own: 4 and 4 cycles at best, at once. The root is expected after 32.
// CHECK: f,.L9,{{[0-9]+}},4,cortex-a72,4.00,1.00,32.00,4.00,unit
.L9:
  fdiv d2, d0, d1
  fsqrt d3, d0
  subs x9, x9, #1
  b.ne .L9
// CHECK: f,.L10,{{[0-9]+}},3,cortex-a72,8.00,1.00,10.00,8.00,unit
.L10:
  fdiv v2.2d, v0.2d, v1.2d
  subs x9, x9, #1
  b.ne .L10

// Conversion on F0, shifts on F1: 2 each. Path 3.
// CHECK: f,.L11,{{[0-9]+}},6,cortex-a72,2.00,1.00,3.00,2.00,ports
.L11:
  scvtf d2, d0
  frintm d3, d0
  shl d4, d0, #3
  ushr d5, d0, #3
  subs x9, x9, #1
  b.ne .L11

  ret

// FP and vector instructions on p0,p1; integer ones on p0,p1,p2; branches on p2.
// subs carries 1 cycle.
// RUN: kernel-opt --bounds-only --cpu=thunderx2t99 --format=csv %s | FileCheck %s

.text
f:
// 4 fadd on p0,p1: 2.00. Path 6. All: 6/3 = 2.00.
// CHECK: f,.L0,{{[0-9]+}},6,thunderx2t99,2.00,1.00,6.00,2.00,ports
.L0:
  fadd d2, d0, d1
  fadd d3, d0, d1
  fadd d4, d0, d1
  fadd d5, d0, d1
  subs x9, x9, #1
  b.ne .L0

// 3 fmul of vectors 3/2 = 1.50; with subs and b.ne 5/3 = 1.67.
// CHECK: f,.L1,{{[0-9]+}},5,thunderx2t99,1.67,1.00,6.00,1.67,ports
.L1:
  fmul v2.2d, v0.2d, v1.2d
  fmul v3.2d, v0.2d, v1.2d
  fmul v4.4s, v0.4s, v1.4s
  subs x9, x9, #1
  b.ne .L1

// fmla on its sum: 6.
// CHECK: f,.L2,{{[0-9]+}},3,thunderx2t99,1.00,6.00,6.00,6.00,latency
.L2:
  fmla v2.2d, v0.2d, v1.2d
  subs x9, x9, #1
  b.ne .L2

// fmadd into the next: path 12, carried 12 through d2. 4/3 = 1.33.
// CHECK: f,.L3,{{[0-9]+}},4,thunderx2t99,1.33,12.00,12.00,12.00,latency
.L3:
  fmadd d3, d0, d1, d2
  fmadd d2, d0, d1, d3
  subs x9, x9, #1
  b.ne .L3

// fabs, fmax, fcmp: 5 cycles each; path 10. 3/2 = 1.50, all 5/3 = 1.67.
// CHECK: f,.L4,{{[0-9]+}},5,thunderx2t99,1.67,1.00,10.00,1.67,ports
.L4:
  fabs d1, d0
  fmaxnm d2, d1, d3
  fneg d4, d0
  subs x9, x9, #1
  b.ne .L4

  ret

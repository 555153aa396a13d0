// Integer vectors on p0,p1.
// RUN: kernel-opt --bounds-only --cpu=thunderx2t99 --format=csv %s | FileCheck %s

.text
f:
// Addition 7, logic 5: path 12.
// CHECK: f,.L0,{{[0-9]+}},4,thunderx2t99,1.33,1.00,12.00,1.33,ports
.L0:
  add v2.4s, v0.4s, v1.4s
  and v3.16b, v2.16b, v0.16b
  subs x9, x9, #1
  b.ne .L0

// 4 on two: 2.00. Path 7 and 7.
// CHECK: f,.L1,{{[0-9]+}},6,thunderx2t99,2.00,1.00,7.00,2.00,ports
.L1:
  mul v2.4s, v0.4s, v1.4s
  sshll v3.4s, v0.4h, 0
  xtn v4.2s, v0.2d
  smax v5.4s, v0.4s, v1.4s
  subs x9, x9, #1
  b.ne .L1

// Conversions 7: 3/2 = 1.50; all 5/3 = 1.67.
// CHECK: f,.L2,{{[0-9]+}},5,thunderx2t99,1.67,1.00,7.00,1.67,ports
.L2:
  scvtf v1.2d, v0.2d
  fcvtzs w0, d2
  frintm d3, d2
  subs x9, x9, #1
  b.ne .L2

// dup from a general register 5, ext 5, addv 10: path 20.
// CHECK: f,.L3,{{[0-9]+}},5,thunderx2t99,1.67,1.00,20.00,1.67,ports
.L3:
  dup v0.4s, w0
  ext v1.16b, v0.16b, v0.16b, 8
  addv s2, v1.4s
  subs x9, x9, #1
  b.ne .L3

  ret

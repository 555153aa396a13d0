// Loops as compilers write them.
// RUN: kernel-opt --bounds-only --cpu=thunderx2t99 --format=csv %s | FileCheck %s

.text
f:
// axpy with post-index: addresses 3/2 = 1.50; 6 slots: 1.50. Path 4 + 6 + 1 = 11.
// CHECK: f,.L0,{{[0-9]+}},6,thunderx2t99,1.50,1.00,11.00,1.50,ports
.L0:
  ldr q1, [x0], 16
  ldr q2, [x1]
  fmla v2.2d, v1.2d, v0.2d
  str q2, [x1], 16
  subs x9, x9, #1
  b.ne .L0

// Sum: fadd 6 on the sum; path 5 + 6 = 11.
// CHECK: f,.L1,{{[0-9]+}},4,thunderx2t99,1.00,6.00,11.00,6.00,latency
.L1:
  ldr d1, [x0, x9, lsl 3]
  fadd d0, d0, d1
  subs x9, x9, #1
  b.ne .L1

// Stencil of three points, 2 fadd, fmul: path 4 + 6 + 6 + 6 + 1 = 23. Addresses 4/2 = 2.00;
// issue 3 + 3 + 1 (store) + add + subs + b.ne = 10: 2.50.
// CHECK: f,.L2,{{[0-9]+}},10,thunderx2t99,2.50,1.00,23.00,2.50,issue
.L2:
  ldr d0, [x0, -8]
  ldr d1, [x0]
  ldr d2, [x0, 8]
  fadd d3, d0, d1
  fadd d3, d3, d2
  fmul d3, d3, d8
  str d3, [x1], 8
  add x0, x0, 8
  subs x9, x9, #1
  b.ne .L2

  ret

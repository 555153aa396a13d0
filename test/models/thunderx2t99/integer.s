// Integer instructions.
// RUN: kernel-opt --bounds-only --cpu=thunderx2t99 --format=csv %s | FileCheck %s

.text
f:
// 4 add and subs on p0,p1,p2, b.ne on p2: 6/3 = 2.00; issue 6/4 = 1.50.
// CHECK: f,.L0,{{[0-9]+}},6,thunderx2t99,2.00,1.00,1.00,2.00,ports
.L0:
  add x0, x0, 1
  add x1, x1, 1
  add x2, x2, 1
  add x3, x3, 1
  subs x9, x9, #1
  b.ne .L0

// 4 moves on p0,p1: 4/2 = 2.00; with subs and b.ne 6/3 = 2.00.
// CHECK: f,.L1,{{[0-9]+}},6,thunderx2t99,2.00,1.00,1.00,2.00,ports
.L1:
  mov x0, x4
  mov x1, x4
  mov x2, x4
  mov x3, x4
  subs x9, x9, #1
  b.ne .L1

// orr of two registers is no move: 3 on p0,p1,p2, with subs and b.ne 5/3 = 1.67.
// CHECK: f,.L2,{{[0-9]+}},5,thunderx2t99,1.67,1.00,1.00,1.67,ports
.L2:
  orr x0, x4, x5
  orr x1, x4, x5
  orr x2, x4, x5
  subs x9, x9, #1
  b.ne .L2

// madd on p1: 2.00, latency 5. Carried through x0: 5.
// CHECK: f,.L3,{{[0-9]+}},4,thunderx2t99,2.00,5.00,5.00,5.00,latency
.L3:
  madd x0, x1, x2, x0
  mul x3, x1, x2
  subs x9, x9, #1
  b.ne .L3

// umulh on p1, 4 cycles: 3.00.
// CHECK: f,.L4,{{[0-9]+}},5,thunderx2t99,3.00,1.00,4.00,3.00,ports
.L4:
  umulh x0, x4, x5
  umulh x1, x4, x5
  umulh x2, x4, x5
  subs x9, x9, #1
  b.ne .L4

// udiv holds p1 for 23 cycles.
// CHECK: f,.L5,{{[0-9]+}},3,thunderx2t99,23.00,1.00,23.00,23.00,ports
.L5:
  udiv x0, x1, x2
  subs x9, x9, #1
  b.ne .L5

  ret

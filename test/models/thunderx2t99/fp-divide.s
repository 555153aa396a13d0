// Division and square root hold p0 or p1.
// RUN: kernel-opt --bounds-only --cpu=thunderx2t99 --format=csv %s | FileCheck %s

.text
f:
// fdiv of doubles: 12 cycles on one of two: 6.00. Latency 23.
// CHECK: f,.L0,{{[0-9]+}},3,thunderx2t99,6.00,1.00,23.00,6.00,ports
.L0:
  fdiv d2, d0, d1
  subs x9, x9, #1
  b.ne .L0

// Single: 8 on one of two: 4.00. Latency 16.
// CHECK: f,.L1,{{[0-9]+}},3,thunderx2t99,4.00,1.00,16.00,4.00,ports
.L1:
  fdiv s2, s0, s1
  subs x9, x9, #1
  b.ne .L1

// Two of doubles: 24/2 = 12.00.
// CHECK: f,.L2,{{[0-9]+}},4,thunderx2t99,12.00,1.00,23.00,12.00,ports
.L2:
  fdiv d2, d0, d1
  fsqrt d3, d0
  subs x9, x9, #1
  b.ne .L2

// Carried: 23.
// CHECK: f,.L3,{{[0-9]+}},3,thunderx2t99,6.00,23.00,23.00,23.00,latency
.L3:
  fdiv d1, d0, d1
  subs x9, x9, #1
  b.ne .L3

  ret

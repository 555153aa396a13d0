// One load on L and one store on S a cycle.
// RUN: kernel-opt --bounds-only --cpu=cortex-a72 --format=csv %s | FileCheck %s

.text
f:
// CHECK: f,.L0,{{[0-9]+}},5,cortex-a72,3.00,1.00,5.00,3.00,ports
.L0:
  ldr d0, [x0]
  ldr x1, [x0, 8]
  ldr q2, [x0, 16]
  subs x9, x9, #1
  b.ne .L0

// A load and a store a cycle. 4 macro-ops / 3 = 1.33.
// CHECK: f,.L1,{{[0-9]+}},4,cortex-a72,1.33,1.00,5.00,1.33,issue
.L1:
  ldr d0, [x0]
  str d1, [x1]
  subs x9, x9, #1
  b.ne .L1

// Stores of 128 bits take two cycles.
// CHECK: f,.L2,{{[0-9]+}},3,cortex-a72,2.00,1.00,2.00,2.00,ports
.L2:
  str q0, [x0]
  subs x9, x9, #1
  b.ne .L2

// Pointer chase: 4.
// CHECK: f,.L3,{{[0-9]+}},3,cortex-a72,1.00,4.00,4.00,4.00,latency
.L3:
  ldr x0, [x0]
  subs x9, x9, #1
  b.ne .L3

// The updated base: 1 cycle each, on I0 or I1: 3 and subs 4/2 = 2.00; 3 loads: 3.00.
// The last load starts after two updates: 2 + 5.
// CHECK: f,.L4,{{[0-9]+}},5,cortex-a72,3.00,3.00,7.00,3.00,ports
.L4:
  ldr d0, [x0], 8
  ldr d1, [x0], 8
  ldr d2, [x0], 8
  subs x9, x9, #1
  b.ne .L4

// Through memory: from the datum to the loaded value 5, add 1.
// CHECK: f,.L5,{{[0-9]+}},5,cortex-a72,1.67,6.00,{{[0-9.]+}},6.00,latency
.L5:
  ldr x0, [x1]
  add x0, x0, x2
  str x0, [x1]
  subs x9, x9, #1
  b.ne .L5

// axpy: L 2, S 2 for 128 bits, fmla 2 micro-ops on F0,F1; 6 macro-ops: 2.00. Path 5 + 7 + 2.
// CHECK: f,.L6,{{[0-9]+}},6,cortex-a72,2.00,1.00,14.00,2.00,ports
.L6:
  ldr q1, [x0], 16
  ldr q2, [x1]
  fmla v2.2d, v1.2d, v0.2d
  str q2, [x1], 16
  subs x9, x9, #1
  b.ne .L6

  ret

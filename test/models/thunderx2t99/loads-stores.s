// Addresses on p3,p4; store data on p5.
// RUN: kernel-opt --bounds-only --cpu=thunderx2t99 --format=csv %s | FileCheck %s

.text
f:
// 3 loads: 1.50; latency 4.
// CHECK: f,.L0,{{[0-9]+}},5,thunderx2t99,1.50,1.00,4.00,1.50,ports
.L0:
  ldr d0, [x0]
  ldr d1, [x0, 8]
  ldr q2, [x0, 16]
  subs x9, x9, #1
  b.ne .L0

// Register offset: 5. b.ne on p2: 1.00.
// CHECK: f,.L1,{{[0-9]+}},3,thunderx2t99,1.00,1.00,5.00,1.00,ports
.L1:
  ldr d0, [x0, x1, lsl 3]
  subs x9, x9, #1
  b.ne .L1

// 2 loads, 2 stores: addresses 4/2 = 2.00, data 2.00.
// CHECK: f,.L2,{{[0-9]+}},6,thunderx2t99,2.00,1.00,4.00,2.00,ports
.L2:
  ldr d0, [x0]
  ldr d1, [x0, 8]
  str d2, [x1]
  str d3, [x1, 8]
  subs x9, x9, #1
  b.ne .L2

// ldp is two micro-ops: 2/2; with an ldr 3/2 = 1.50. Latency 5.
// CHECK: f,.L3,{{[0-9]+}},4,thunderx2t99,1.50,1.00,5.00,1.50,ports
.L3:
  ldp d0, d1, [x0]
  ldr d2, [x0, 16]
  subs x9, x9, #1
  b.ne .L3

// stp: data 2.00.
// CHECK: f,.L4,{{[0-9]+}},3,thunderx2t99,2.00,1.00,1.00,2.00,ports
.L4:
  stp d0, d1, [x0]
  subs x9, x9, #1
  b.ne .L4

// Pointer chase: 4.
// CHECK: f,.L5,{{[0-9]+}},3,thunderx2t99,1.00,4.00,4.00,4.00,latency
.L5:
  ldr x0, [x0]
  subs x9, x9, #1
  b.ne .L5

  ret

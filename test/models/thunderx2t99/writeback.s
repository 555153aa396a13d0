// The updated base of a post- or pre-indexed access: 1 cycle, no micro-op.
// RUN: kernel-opt --bounds-only --cpu=thunderx2t99 --format=csv %s | FileCheck %s

.text
f:
// Three loads with post-index on one base: 3 cycles from trip to trip, addresses 1.50.
// The last load starts after two updates: 2 + 4 = 6.
// CHECK: f,.L0,{{[0-9]+}},5,thunderx2t99,1.50,3.00,6.00,3.00,latency
.L0:
  ldr d0, [x0], 8
  ldr d1, [x0], 8
  ldr d2, [x0], 8
  subs x9, x9, #1
  b.ne .L0

// The new base does not wait for the stored datum: path 6 + 1 = 7, carried 6 by fadd alone.
// Issue 5/4 = 1.25.
// CHECK: f,.L1,{{[0-9]+}},5,thunderx2t99,1.25,6.00,7.00,6.00,latency
.L1:
  fadd d1, d1, d0
  str d1, [x0], 8
  ldr d0, [x2]
  subs x9, x9, #1
  b.ne .L1

// Pre-index: 1; then the load 4: path 5. Addresses 2/2.
// CHECK: f,.L2,{{[0-9]+}},4,thunderx2t99,1.00,1.00,5.00,1.00,ports
.L2:
  str d0, [x0, 8]!
  ldr d1, [x0, 64]
  subs x9, x9, #1
  b.ne .L2

  ret

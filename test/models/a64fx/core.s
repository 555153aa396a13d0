// A64FX: four instructions a cycle; EXA, EXB, EAGA, EAGB; FLA, FLB; BR.
// RUN: kernel-opt --bounds-only --cpu=a64fx --format=csv %s | FileCheck %s

.text
f:
// Moves and zeros take a unit: 5 on four: 1.25; 6/4 = 1.50.
// CHECK: f,.L0,{{[0-9]+}},6,a64fx,1.50,1.00,1.00,1.50,issue
.L0:
  mov x0, x4
  mov x1, #0
  add x2, x4, x5
  add x3, x4, x5
  subs x9, x9, #1
  b.ne .L0

// Shifted operands on EXA, EXB, 2 cycles: 3/2 = 1.50. A product on EXA: with it 4/2.
// CHECK: f,.L1,{{[0-9]+}},6,a64fx,2.00,1.00,5.00,2.00,ports
.L1:
  add x0, x4, x5, lsl 2
  add x1, x4, x5, lsl 3
  lsl x2, x4, x5
  mul x3, x4, x5
  subs x9, x9, #1
  b.ne .L1

// Sum: 9 cycles, though it is the accumulator. One branch a cycle on BR.
// CHECK: f,.L2,{{[0-9]+}},3,a64fx,1.00,9.00,9.00,9.00,latency
.L2:
  fmla v0.2d, v1.2d, v2.2d
  subs x9, x9, #1
  b.ne .L2

// SVE too.
// CHECK: f,.L3,{{[0-9]+}},3,a64fx,1.00,9.00,9.00,9.00,latency
.L3:
  fmla z0.d, p0/m, z1.d, z2.d
  subs x9, x9, #1
  b.ne .L3

// 5 on FLA, FLB: 2.50.
// CHECK: f,.L4,{{[0-9]+}},7,a64fx,2.50,1.00,9.00,2.50,ports
.L4:
  fmul z2.d, z0.d, z1.d
  fmul z3.d, z0.d, z1.d
  fmul z4.d, z0.d, z1.d
  fadd d5, d0, d1
  fadd d6, d0, d1
  subs x9, x9, #1
  b.ne .L4

// Division holds FLA: 43 for a double, 29 for a single, 154 and 98 for 512 bits.
// CHECK: f,.L5,{{[0-9]+}},3,a64fx,43.00,1.00,43.00,43.00,ports
.L5:
  fdiv d2, d0, d1
  subs x9, x9, #1
  b.ne .L5

// 
// CHECK: f,.L6,{{[0-9]+}},4,a64fx,58.00,1.00,29.00,58.00,ports
.L6:
  fdiv s2, s0, s1
  fsqrt s3, s0
  subs x9, x9, #1
  b.ne .L6

// 
// CHECK: f,.L7,{{[0-9]+}},3,a64fx,154.00,154.00,154.00,154.00,ports
.L7:
  fdiv z2.d, p0/m, z2.d, z1.d
  subs x9, x9, #1
  b.ne .L7

// 
// CHECK: f,.L8,{{[0-9]+}},3,a64fx,98.00,98.00,98.00,98.00,ports
.L8:
  fsqrt z2.s, p0/m, z1.s
  subs x9, x9, #1
  b.ne .L8

// Integers of either width: 23 cycles on EXB.
// CHECK: f,.D0,{{[0-9]+}},3,a64fx,23.00,1.00,23.00,23.00,ports
.D0:
  sdiv w2, w0, w1
  subs x9, x9, #1
  b.ne .D0

// 
// CHECK: f,.D1,{{[0-9]+}},3,a64fx,23.00,23.00,23.00,23.00,ports
.D1:
  udiv x2, x2, x1
  subs x9, x9, #1
  b.ne .D1

// Loads: 5, 8 and 11 cycles, two of them a cycle.
// CHECK: f,.L9,{{[0-9]+}},5,a64fx,1.50,1.00,5.00,1.50,ports
.L9:
  ldr x0, [x4]
  ldr x1, [x4, 8]
  ldr x2, [x4, 16]
  subs x9, x9, #1
  b.ne .L9

// 
// CHECK: f,.L10,{{[0-9]+}},3,a64fx,1.00,1.00,8.00,1.00,ports
.L10:
  ldr q0, [x4]
  subs x9, x9, #1
  b.ne .L10

// 
// CHECK: f,.L11,{{[0-9]+}},3,a64fx,1.00,1.00,11.00,1.00,ports
.L11:
  ld1d { z0.d }, p0/z, [x4]
  subs x9, x9, #1
  b.ne .L11

// The datum of a store on EXA, of a vector on FLA: 2.00 each.
// CHECK: f,.L12,{{[0-9]+}},6,a64fx,2.00,1.00,1.00,2.00,ports
.L12:
  str x0, [x4]
  str x1, [x4, 8]
  str d2, [x4, 16]
  str d3, [x4, 24]
  subs x9, x9, #1
  b.ne .L12

// The updated base: 1 cycle, 3 of them. Loads 3/2, and updates and subs: 7/4 = 1.75. Path 2 + 8.
// CHECK: f,.L13,{{[0-9]+}},5,a64fx,1.75,3.00,10.00,3.00,latency
.L13:
  ldr d0, [x0], 8
  ldr d1, [x0], 8
  ldr d2, [x0], 8
  subs x9, x9, #1
  b.ne .L13

// movprfx is packed with the next and takes no time.
// CHECK: f,.L14,{{[0-9]+}},4,a64fx,1.00,1.00,9.00,1.00,ports
.L14:
  movprfx z0, z3
  fadd z0.d, p0/m, z0.d, z1.d
  subs x9, x9, #1
  b.ne .L14

// SVE axpy: path 11 + 9. 6/4.
// CHECK: f,.L15,{{[0-9]+}},6,a64fx,1.50,1.00,21.00,1.50,ports
.L15:
  ld1d { z1.d }, p0/z, [x0, x9, lsl 3]
  ld1d { z2.d }, p0/z, [x1, x9, lsl 3]
  fmla z2.d, p0/m, z1.d, z0.d
  st1d { z2.d }, p0, [x2, x9, lsl 3]
  subs x9, x9, #1
  b.ne .L15

  ret

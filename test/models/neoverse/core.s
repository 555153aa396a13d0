// Neoverse N2 has five macro-ops a cycle; S0, S1, M0, M1; L0 to L2; V0, V1.
// Neoverse V1 has eight macro-ops a cycle; S0, S1, M0, M1; L0 to L2; V0 to V3, SVE on V0, V1.
// RUN: kernel-opt --bounds-only --cpu=neoverse-n2 --format=csv %s | FileCheck %s -DCPU=neoverse-n2 --check-prefixes=CHECK,NEOVERSE_N2
// RUN: kernel-opt --bounds-only --cpu=neoverse-v1 --format=csv %s | FileCheck %s -DCPU=neoverse-v1 --check-prefixes=CHECK,NEOVERSE_V1

.text
f:
// neoverse-n2: Zero and moves are done at rename: 8/5 macro-ops; subs alone on a unit.
// NEOVERSE_N2: f,.L0,{{[0-9]+}},8,[[CPU]],1.60,1.00,1.00,1.60,issue
// neoverse-v1: Zero and moves are done at rename: 8/8 macro-ops; subs alone on a unit.
// NEOVERSE_V1: f,.L0,{{[0-9]+}},8,[[CPU]],1.00,1.00,1.00,1.00,issue
.L0:
  mov x0, x4
  mov x1, #0
  mov w2, w4
  movi v3.2d, #0
  mov x6, xzr
  nop
  subs x9, x9, #1
  b.ne .L0

// 5 simple integers on four: 1.25; a comparison fuses with its branch and is none. Path: add and cmp.
// CHECK: f,.L1,{{[0-9]+}},7,[[CPU]],1.25,1.00,2.00,1.25,ports
.L1:
  add x0, x0, 1
  add x1, x1, 1
  add x2, x2, 1
  add x3, x3, 1
  add x9, x9, 1
  cmp x9, x10
  b.ne .L1

// The late accumulator: 2 of 4 cycles.
// NEOVERSE_N2: f,.L2,{{[0-9]+}},3,[[CPU]],0.60,2.00,4.00,2.00,latency
// NEOVERSE_V1: f,.L2,{{[0-9]+}},3,[[CPU]],0.50,2.00,4.00,2.00,latency
.L2:
  fmla v0.2d, v1.2d, v2.2d
  subs x9, x9, #1
  b.ne .L2

// SVE too.
// NEOVERSE_N2: f,.L3,{{[0-9]+}},3,[[CPU]],0.60,2.00,4.00,2.00,latency
// NEOVERSE_V1: f,.L3,{{[0-9]+}},3,[[CPU]],0.50,2.00,4.00,2.00,latency
.L3:
  fmla z0.d, p0/m, z1.d, z2.d
  subs x9, x9, #1
  b.ne .L3

// Through a factor: 4.
// NEOVERSE_N2: f,.L4,{{[0-9]+}},3,[[CPU]],0.60,4.00,4.00,4.00,latency
// NEOVERSE_V1: f,.L4,{{[0-9]+}},3,[[CPU]],0.50,4.00,4.00,4.00,latency
.L4:
  fmadd d0, d0, d1, d2
  subs x9, x9, #1
  b.ne .L4

// neoverse-n2: FMA: 6 on V0, V1: 3.00.
// NEOVERSE_N2: f,.L5,{{[0-9]+}},8,[[CPU]],3.00,2.00,4.00,3.00,ports
// neoverse-v1: FMA: 6 on V0 to V3: 1.50; 8/8 macro-ops.
// NEOVERSE_V1: f,.L5,{{[0-9]+}},8,[[CPU]],1.50,2.00,4.00,2.00,latency
.L5:
  fmla v0.2d, v6.2d, v7.2d
  fmla v1.2d, v6.2d, v7.2d
  fmla v2.2d, v6.2d, v7.2d
  fmla v3.2d, v6.2d, v7.2d
  fmla v4.2d, v6.2d, v7.2d
  fmla v5.2d, v6.2d, v7.2d
  subs x9, x9, #1
  b.ne .L5

// neoverse-n2: SVE: 3/2 = 1.50.
// NEOVERSE_N2: f,.L6,{{[0-9]+}},5,[[CPU]],1.50,1.00,3.00,1.50,ports
// neoverse-v1: SVE of 256 bits on V0, V1: 3/2 = 1.50.
// NEOVERSE_V1: f,.L6,{{[0-9]+}},5,[[CPU]],1.50,1.00,3.00,1.50,ports
.L6:
  fmul z2.d, z0.d, z1.d
  fmul z3.d, z0.d, z1.d
  fmul z4.d, z0.d, z1.d
  subs x9, x9, #1
  b.ne .L6

// neoverse-n2: Scalar divisions: two in 7 cycles. Of a vector: one.
// NEOVERSE_N2: f,.L7,{{[0-9]+}},3,[[CPU]],3.50,1.00,15.00,3.50,unit
// neoverse-v1: Scalar divisions: four in 7 cycles. Of a vector: two.
// NEOVERSE_V1: f,.L7,{{[0-9]+}},3,[[CPU]],1.75,1.00,15.00,1.75,unit
.L7:
  fdiv d2, d0, d1
  subs x9, x9, #1
  b.ne .L7

// 
// NEOVERSE_N2: f,.L8,{{[0-9]+}},3,[[CPU]],7.00,1.00,15.00,7.00,unit
// NEOVERSE_V1: f,.L8,{{[0-9]+}},3,[[CPU]],3.50,1.00,15.00,3.50,unit
.L8:
  fdiv v2.2d, v0.2d, v1.2d
  subs x9, x9, #1
  b.ne .L8

// Integer division: 5 cycles at best, 12 expected.
// CHECK: f,.L9,{{[0-9]+}},3,[[CPU]],5.00,12.00,12.00,12.00,latency
.L9:
  udiv x0, x0, x1
  subs x9, x9, #1
  b.ne .L9

// 4 loads on three: 1.33.
// CHECK: f,.L10,{{[0-9]+}},6,[[CPU]],1.33,1.00,6.00,1.33,ports
.L10:
  ldr x0, [x4]
  ldr d1, [x4, 8]
  ldr q2, [x4, 16]
  ldr x3, [x4, 24]
  subs x9, x9, #1
  b.ne .L10

// 3 stores: L0, L1 and D0, D1: 1.50.
// CHECK: f,.L11,{{[0-9]+}},5,[[CPU]],1.50,1.00,1.00,1.50,ports
.L11:
  str x0, [x4]
  str x1, [x4, 8]
  str x2, [x4, 16]
  subs x9, x9, #1
  b.ne .L11

// The updated base: 1 cycle, 3 of them. Path: 2 updates and a load of 6.
// CHECK: f,.L12,{{[0-9]+}},5,[[CPU]],1.00,3.00,8.00,3.00,latency
.L12:
  ldr d0, [x0], 8
  ldr d1, [x0], 8
  ldr d2, [x0], 8
  subs x9, x9, #1
  b.ne .L12

// neoverse-n2: axpy: L 3/3; 6/5 macro-ops. Path 6 + 4 + 2.
// NEOVERSE_N2: f,.L13,{{[0-9]+}},6,[[CPU]],1.20,1.00,12.00,1.20,issue
// neoverse-v1: axpy: L 3/3; 6/8 macro-ops. Path 6 + 4 + 2.
// NEOVERSE_V1: f,.L13,{{[0-9]+}},6,[[CPU]],1.00,1.00,12.00,1.00,ports
.L13:
  ldr q1, [x0], 16
  ldr q2, [x1]
  fmla v2.2d, v1.2d, v0.2d
  str q2, [x1], 16
  subs x9, x9, #1
  b.ne .L13

  ret

# Floating point, division, shuffles.
# RUN: kernel-opt --cpu=gracemont --format=csv %s | FileCheck %s

.text
f:
# 10 FMA are 20 micro-ops on f0, f1; each waits for itself, 6.
# CHECK: f,.L0,{{[0-9]+}},12,gracemont,10.00,6.00,6.00,10.00,ports
.L0:
  vfmadd231pd %ymm8, %ymm9, %ymm0
  vfmadd231pd %ymm8, %ymm9, %ymm1
  vfmadd231pd %ymm8, %ymm9, %ymm2
  vfmadd231pd %ymm8, %ymm9, %ymm3
  vfmadd231pd %ymm8, %ymm9, %ymm4
  vfmadd231pd %ymm8, %ymm9, %ymm5
  vfmadd231pd %ymm8, %ymm9, %ymm6
  vfmadd231pd %ymm8, %ymm9, %ymm7
  vfmadd231pd %ymm8, %ymm9, %ymm10
  vfmadd231pd %ymm8, %ymm9, %ymm11
  decq %rax
  jne .L0

# FMA: 6. Two halves on f0, f1.
# CHECK: f,.L1,{{[0-9]+}},3,gracemont,1.00,6.00,6.00,6.00,latency
.L1:
  vfmadd231pd %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L1

# Addition: 3. Two halves on f0, f1.
# CHECK: f,.L2,{{[0-9]+}},3,gracemont,1.00,3.00,3.00,3.00,latency
.L2:
  vaddpd %ymm8, %ymm0, %ymm0
  decq %rax
  jne .L2

# 8 operations in two halves on f0, f1: 16 / 2.
# CHECK: f,.L3,{{[0-9]+}},10,gracemont,8.00,1.00,4.00,8.00,ports
.L3:
  vaddpd %ymm8, %ymm9, %ymm0
  vaddpd %ymm8, %ymm9, %ymm1
  vaddpd %ymm8, %ymm9, %ymm2
  vaddpd %ymm8, %ymm9, %ymm3
  vmulpd %ymm8, %ymm9, %ymm4
  vmulpd %ymm8, %ymm9, %ymm5
  vmulpd %ymm8, %ymm9, %ymm6
  vmulpd %ymm8, %ymm9, %ymm7
  decq %rax
  jne .L3

# Two halves of two divisions, 15 cycles.
# CHECK: f,.L4,{{[0-9]+}},3,gracemont,30.00,1.00,19.00,30.00,unit
.L4:
  vdivpd %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L4

# Two halves of two divisions, 9 cycles.
# CHECK: f,.L5,{{[0-9]+}},3,gracemont,18.00,1.00,13.00,18.00,unit
.L5:
  vdivps %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L5

# Integer division: 6 cycles, 11 until the next.
# CHECK: f,.L6,{{[0-9]+}},3,gracemont,6.00,11.00,11.00,11.00,latency
.L6:
  divq %rcx
  decq %rbx
  jne .L6

# 4 shuffles in two halves, one half a cycle: 8.
# CHECK: f,.L7,{{[0-9]+}},6,gracemont,8.00,1.00,1.00,8.00,unit
.L7:
  vpshufb %ymm8, %ymm9, %ymm0
  vpshufb %ymm8, %ymm9, %ymm1
  vpshufb %ymm8, %ymm9, %ymm2
  vpshufb %ymm8, %ymm9, %ymm3
  decq %rax
  jne .L7

  ret

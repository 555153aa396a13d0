# The taken branch takes a cycle, whatever else is less.
# RUN: kernel-opt --cpu=znver3 --format=csv %s | FileCheck %s

.text
f:
# FMA, carried by the sum: 4.
# CHECK: f,.L0,{{[0-9]+}},3,znver3,1.00,4.00,4.00,4.00,latency
.L0:
  vfmadd231pd %ymm1, %ymm2, %ymm0
  cmpq %rdi, %rcx
  jne .L0

# 4 independent FMA on fp0 and fp1: 2.
# CHECK: f,.L1,{{[0-9]+}},10,znver3,2.00,0.00,4.00,2.00,ports
.L1:
  vmovapd %ymm8, %ymm0
  vmovapd %ymm8, %ymm1
  vmovapd %ymm8, %ymm2
  vmovapd %ymm8, %ymm3
  vfmadd231pd %ymm9, %ymm10, %ymm0
  vfmadd231pd %ymm9, %ymm10, %ymm1
  vfmadd231pd %ymm9, %ymm10, %ymm2
  vfmadd231pd %ymm9, %ymm10, %ymm3
  cmpq %rdi, %rcx
  jne .L1

# vaddsd: 3.
# CHECK: f,.L2,{{[0-9]+}},3,znver3,1.00,3.00,3.00,3.00,latency
.L2:
  vaddsd %xmm1, %xmm0, %xmm0
  cmpq %rdi, %rcx
  jne .L2

# 3 vaddpd and 3 vmulpd of ymm, each on two pipes of their own: 1.50.
# CHECK: f,.L3,{{[0-9]+}},8,znver3,1.50,0.00,3.00,1.50,ports
.L3:
  vaddpd %ymm8, %ymm9, %ymm0
  vaddpd %ymm8, %ymm9, %ymm1
  vaddpd %ymm8, %ymm9, %ymm2
  vmulpd %ymm8, %ymm9, %ymm3
  vmulpd %ymm8, %ymm9, %ymm4
  vmulpd %ymm8, %ymm9, %ymm5
  cmpq %rdi, %rcx
  jne .L3

  ret

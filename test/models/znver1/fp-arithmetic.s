# FP additions on fp2,fp3; multiplications and FMA on fp0,fp1; 256 bits are two micro-ops.
# decq and jne do not fuse on Zen: 1 on any ALU, 1 on alu0,alu3; decq carries 1 cycle.
# The taken branch and the one line of the micro-op cache take a cycle.
# RUN: kernel-opt --bounds-only --cpu=znver1 --format=csv %s | FileCheck %s

.text
f:
# 4 vaddpd xmm on fp2,fp3: 2.00. Path 3.
# CHECK: f,.L0,{{[0-9]+}},6,znver1,2.00,1.00,3.00,2.00,ports
.L0:
  vaddpd %xmm0, %xmm1, %xmm2
  vaddpd %xmm0, %xmm1, %xmm3
  vaddpd %xmm0, %xmm1, %xmm4
  vaddpd %xmm0, %xmm1, %xmm5
  decq %rax
  jne .L0

# 2 vaddpd ymm: 4 micro-ops: 2.00.
# CHECK: f,.L1,{{[0-9]+}},4,znver1,2.00,1.00,3.00,2.00,ports
.L1:
  vaddpd %ymm0, %ymm1, %ymm2
  vaddpd %ymm0, %ymm1, %ymm3
  decq %rax
  jne .L1

# 3 vmulsd on fp0,fp1: 1.50, latency 4; single precision 3.
# CHECK: f,.L2,{{[0-9]+}},5,znver1,1.50,1.00,4.00,1.50,ports
.L2:
  vmulsd %xmm0, %xmm1, %xmm2
  vmulsd %xmm0, %xmm1, %xmm3
  vmulss %xmm0, %xmm1, %xmm4
  decq %rax
  jne .L2

# FMA: 5 on the accumulator.
# CHECK: f,.L3,{{[0-9]+}},3,znver1,1.00,5.00,5.00,5.00,latency
.L3:
  vfmadd231sd %xmm0, %xmm1, %xmm2
  decq %rax
  jne .L3

# FMA ymm, 3 accumulators: 6/2 = 3.00.
# CHECK: f,.L4,{{[0-9]+}},5,znver1,3.00,5.00,5.00,5.00,latency
.L4:
  vfmadd231pd %ymm0, %ymm1, %ymm2
  vfmadd231pd %ymm0, %ymm1, %ymm3
  vfmadd231pd %ymm0, %ymm1, %ymm4
  decq %rax
  jne .L4

# A multiplication and an addition do not compete: 2 ymm each, 4/2 = 2.00. Path 4 + 3 = 7.
# CHECK: f,.L5,{{[0-9]+}},6,znver1,2.00,1.00,7.00,2.00,ports
.L5:
  vmulpd %ymm0, %ymm1, %ymm2
  vmulpd %ymm0, %ymm3, %ymm4
  vaddpd %ymm2, %ymm5, %ymm6
  vaddpd %ymm4, %ymm5, %ymm7
  decq %rax
  jne .L5

# Max, min, compare on fp0,fp1, 1 cycle: 3/2 = 1.50.
# CHECK: f,.L6,{{[0-9]+}},5,znver1,1.50,1.00,1.00,1.50,ports
.L6:
  vmaxpd %xmm0, %xmm1, %xmm2
  vminps %xmm0, %xmm1, %xmm3
  vcmpltpd %xmm0, %xmm1, %xmm4
  decq %rax
  jne .L6

  ret

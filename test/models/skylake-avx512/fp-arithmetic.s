# FP additions, multiplications and FMA: p0 and p1, with 512 bits p0 and p5.
# A decq and its jne fuse to one micro-op on p0, p6; decq carries 1 cycle.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# 4 vaddpd ymm on p0,p1: 4/2 = 2.00. Path: vaddpd 4.
# CHECK: f,.L0,{{[0-9]+}},6,skylake-avx512,2.00,1.00,4.00,2.00,ports
.L0:
  vaddpd %ymm0, %ymm1, %ymm2
  vaddpd %ymm0, %ymm1, %ymm3
  vaddpd %ymm0, %ymm1, %ymm4
  vaddpd %ymm0, %ymm1, %ymm5
  decq %rax
  jne .L0

# 3 vmulsd on p0,p1: 3/2 = 1.50; 4 slots: 1.00.
# CHECK: f,.L1,{{[0-9]+}},5,skylake-avx512,1.50,1.00,4.00,1.50,ports
.L1:
  vmulsd %xmm0, %xmm1, %xmm2
  vmulsd %xmm0, %xmm1, %xmm3
  vmulsd %xmm0, %xmm1, %xmm4
  decq %rax
  jne .L1

# 5 vmulps zmm on p0,p5: 5/2 = 2.50.
# CHECK: f,.L2,{{[0-9]+}},7,skylake-avx512,2.50,1.00,4.00,2.50,ports
.L2:
  vmulps %zmm0, %zmm1, %zmm2
  vmulps %zmm0, %zmm1, %zmm3
  vmulps %zmm0, %zmm1, %zmm4
  vmulps %zmm0, %zmm1, %zmm5
  vmulps %zmm0, %zmm1, %zmm6
  decq %rax
  jne .L2

# 2 FMA ymm, each on its accumulator: 2/2 = 1.00, but 4 cycles from sum to sum.
# CHECK: f,.L3,{{[0-9]+}},4,skylake-avx512,1.00,4.00,4.00,4.00,latency
.L3:
  vfmadd231pd %ymm0, %ymm1, %ymm2
  vfmadd231pd %ymm0, %ymm1, %ymm3
  decq %rax
  jne .L3

# A dependent pair, addition after multiplication: path 4 + 4 = 8. 2/2 = 1.00.
# The sum is carried: 4.
# CHECK: f,.L4,{{[0-9]+}},4,skylake-avx512,1.00,4.00,8.00,4.00,latency
.L4:
  vmulsd %xmm0, %xmm1, %xmm2
  vaddsd %xmm2, %xmm3, %xmm3
  decq %rax
  jne .L4

# Max, min and compare are on p0,p1 like additions: 3/2 = 1.50.
# CHECK: f,.L5,{{[0-9]+}},5,skylake-avx512,1.50,1.00,4.00,1.50,ports
.L5:
  vmaxpd %ymm0, %ymm1, %ymm2
  vminps %ymm0, %ymm1, %ymm3
  vcmpltpd %ymm0, %ymm1, %ymm4
  decq %rax
  jne .L5

# vroundpd is 2 micro-ops on p0,p1, latency 8: 4/2 = 2.00.
# CHECK: f,.L6,{{[0-9]+}},4,skylake-avx512,2.00,1.00,8.00,2.00,ports
.L6:
  vroundpd $9, %ymm0, %ymm1
  vroundpd $9, %ymm0, %ymm2
  decq %rax
  jne .L6

  ret

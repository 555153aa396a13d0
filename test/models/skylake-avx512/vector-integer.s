# Integer vectors: p0, p1, p5 for additions and logic, p0 and p1 for the rest; 512 bits: p0,p5 and p0.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# 6 vpaddd ymm on p0,p1,p5: 6/3 = 2.00; issue 7/4 = 1.75.
# CHECK: f,.L0,{{[0-9]+}},8,skylake-avx512,2.00,1.00,1.00,2.00,ports
.L0:
  vpaddd %ymm0, %ymm1, %ymm2
  vpaddd %ymm0, %ymm1, %ymm3
  vpaddd %ymm0, %ymm1, %ymm4
  vpaddd %ymm0, %ymm1, %ymm5
  vpaddd %ymm0, %ymm1, %ymm6
  vpaddd %ymm0, %ymm1, %ymm7
  decq %rax
  jne .L0

# 4 vpaddd zmm on p0,p5: 2.00.
# CHECK: f,.L1,{{[0-9]+}},6,skylake-avx512,2.00,1.00,1.00,2.00,ports
.L1:
  vpaddd %zmm0, %zmm1, %zmm2
  vpaddd %zmm0, %zmm1, %zmm3
  vpaddd %zmm0, %zmm1, %zmm4
  vpaddd %zmm0, %zmm1, %zmm5
  decq %rax
  jne .L1

# 4 shifts ymm on p0,p1: 2.00.
# CHECK: f,.L2,{{[0-9]+}},6,skylake-avx512,2.00,1.00,2.00,2.00,ports
.L2:
  vpslld $3, %ymm0, %ymm1
  vpsrlq $3, %ymm0, %ymm2
  vpsrad $3, %ymm0, %ymm3
  vpsllvd %ymm0, %ymm1, %ymm4
  decq %rax
  jne .L2

# 2 shifts zmm on p0 only: 2.00.
# CHECK: f,.L3,{{[0-9]+}},4,skylake-avx512,2.00,1.00,1.00,2.00,ports
.L3:
  vpslld $3, %zmm0, %zmm1
  vpsrlvq %zmm0, %zmm2, %zmm3
  decq %rax
  jne .L3

# vpmulld is 2 micro-ops on p0,p1, latency 10: 4/2 = 2.00.
# CHECK: f,.L4,{{[0-9]+}},4,skylake-avx512,2.00,1.00,10.00,2.00,ports
.L4:
  vpmulld %ymm0, %ymm1, %ymm2
  vpmulld %ymm0, %ymm1, %ymm3
  decq %rax
  jne .L4

# vpmaddwd 5 and vpaddd 1 into a sum: path 6, carried 1. p0,p1,p5: 4/3 = 1.33.
# CHECK: f,.L5,{{[0-9]+}},6,skylake-avx512,1.33,1.00,6.00,1.33,ports
.L5:
  vpmaddwd %ymm0, %ymm1, %ymm2
  vpmaddwd %ymm0, %ymm3, %ymm4
  vpaddd %ymm2, %ymm5, %ymm5
  vpaddd %ymm4, %ymm6, %ymm6
  decq %rax
  jne .L5

# A shift by the count in a register, from the count: 2.
# CHECK: f,.L6,{{[0-9]+}},3,skylake-avx512,1.00,2.00,{{[0-9.]+}},2.00,latency
.L6:
  vpsllq %xmm0, %xmm1, %xmm0
  decq %rax
  jne .L6

# With 32 bytes 4.
# CHECK: f,.L7,{{[0-9]+}},3,skylake-avx512,1.00,4.00,{{[0-9.]+}},4.00,latency
.L7:
  vpsrld %xmm0, %ymm1, %ymm0
  decq %rax
  jne .L7

# With 64 bytes 4.
# CHECK: f,.L8,{{[0-9]+}},3,skylake-avx512,1.00,4.00,{{[0-9.]+}},4.00,latency
.L8:
  vpsraw %xmm0, %zmm1, %zmm0
  decq %rax
  jne .L8

# From the datum 1.
# CHECK: f,.L9,{{[0-9]+}},3,skylake-avx512,1.00,1.00,1.00,1.00,{{.*}}
.L9:
  vpsllq %xmm1, %ymm0, %ymm0
  decq %rax
  jne .L9

# A blend from its mask: 2.
# CHECK: f,.L10,{{[0-9]+}},3,skylake-avx512,{{[0-9.]+}},2.00,{{[0-9.]+}},2.00,latency
.L10:
  vblendvps %ymm0, %ymm1, %ymm2, %ymm0
  decq %rax
  jne .L10

# From the blended data: 1.
# CHECK: f,.L11,{{[0-9]+}},3,skylake-avx512,{{[0-9.]+}},1.00,1.00,1.00,{{.*}}
.L11:
  vblendvps %ymm1, %ymm2, %ymm0, %ymm0
  decq %rax
  jne .L11

  ret

# Integer vectors: logic anywhere, additions on fp0,fp1,fp3, shifts fp2, products fp0, shuffles fp1,fp2.
# RUN: kernel-opt --bounds-only --cpu=znver1 --format=csv %s | FileCheck %s

.text
f:
# 4 vpxor ymm: 8/4 = 2.00.
# CHECK: f,.L0,{{[0-9]+}},6,znver1,2.00,1.00,1.00,2.00,ports
.L0:
  vpxor %ymm0, %ymm1, %ymm2
  vpxor %ymm0, %ymm1, %ymm3
  vpxor %ymm0, %ymm1, %ymm4
  vpxor %ymm0, %ymm1, %ymm5
  decq %rax
  jne .L0

# 3 vpaddd ymm: 6/3 = 2.00.
# CHECK: f,.L1,{{[0-9]+}},5,znver1,2.00,1.00,1.00,2.00,ports
.L1:
  vpaddd %ymm0, %ymm1, %ymm2
  vpaddd %ymm0, %ymm1, %ymm3
  vpaddd %ymm0, %ymm1, %ymm4
  decq %rax
  jne .L1

# vpslld ymm: 2.00 on fp2.
# CHECK: f,.L2,{{[0-9]+}},3,znver1,2.00,1.00,1.00,2.00,ports
.L2:
  vpslld $3, %ymm0, %ymm1
  decq %rax
  jne .L2

# vpmulld xmm holds fp0 two cycles; vpmullw one: 3.00. Latency 4.
# CHECK: f,.L3,{{[0-9]+}},4,znver1,3.00,1.00,4.00,3.00,ports
.L3:
  vpmulld %xmm0, %xmm1, %xmm2
  vpmullw %xmm0, %xmm1, %xmm3
  decq %rax
  jne .L3

# 3 shuffles xmm: 3/2 = 1.50.
# CHECK: f,.L4,{{[0-9]+}},5,znver1,1.50,1.00,1.00,1.50,ports
.L4:
  vshufps $1, %xmm0, %xmm1, %xmm2
  vunpcklpd %xmm0, %xmm1, %xmm3
  vpshufb %xmm0, %xmm1, %xmm4
  decq %rax
  jne .L4

# vblendvps ymm 2 on fp0,fp1, vpblendvb ymm 2 on fp0: 4/2 = 2.00, fp0 alone 2.00.
# CHECK: f,.L5,{{[0-9]+}},4,znver1,2.00,1.00,1.00,2.00,ports
.L5:
  vblendvps %ymm0, %ymm1, %ymm2, %ymm3
  vpblendvb %ymm0, %ymm1, %ymm2, %ymm4
  decq %rax
  jne .L5

# Broadcast from memory is the load: 3/2 = 1.50.
# CHECK: f,.L6,{{[0-9]+}},5,znver1,1.50,1.00,7.00,1.50,ports
.L6:
  vbroadcastsd (%rdi), %ymm0
  vbroadcastss 8(%rdi), %ymm1
  vbroadcastss 16(%rdi), %xmm2
  decq %rax
  jne .L6

  ret

# The taken branch takes a cycle, whatever else is less.
# RUN: kernel-opt --bounds-only --cpu=znver5 --format=csv %s | FileCheck %s

.text
f:
# 8 integer loads on 4 address units: 2.
# CHECK: f,.L0,{{[0-9]+}},10,znver5,2.00,0.00,4.00,2.00,ports
.L0:
  movq 0(%rdi), %r8
  movq 8(%rdi), %r9
  movq 16(%rdi), %r10
  movq 24(%rdi), %r11
  movq 32(%rdi), %r12
  movq 40(%rdi), %r13
  movq 48(%rdi), %r14
  movq 56(%rdi), %r15
  cmpq %rdi, %rcx
  jne .L0

# 4 integer stores: two a cycle.
# CHECK: f,.L1,{{[0-9]+}},6,znver5,2.00,0.00,1.00,2.00,unit
.L1:
  movq %r8, 0(%rsi)
  movq %r9, 8(%rsi)
  movq %r10, 16(%rsi)
  movq %r11, 24(%rsi)
  cmpq %rdi, %rcx
  jne .L1

# 4 loads of ymm: two a cycle.
# CHECK: f,.L2,{{[0-9]+}},6,znver5,2.00,0.00,7.00,2.00,unit
.L2:
  vmovupd 0(%rdi), %ymm0
  vmovupd 32(%rdi), %ymm1
  vmovupd 64(%rdi), %ymm2
  vmovupd 96(%rdi), %ymm3
  cmpq %rdi, %rcx
  jne .L2

# 4 stores of ymm: two a cycle.
# CHECK: f,.L3,{{[0-9]+}},6,znver5,2.00,0.00,1.00,2.00,ports
.L3:
  vmovupd %ymm0, 0(%rsi)
  vmovupd %ymm1, 32(%rsi)
  vmovupd %ymm2, 64(%rsi)
  vmovupd %ymm3, 96(%rsi)
  cmpq %rdi, %rcx
  jne .L3

# 4 loads of zmm: two a cycle.
# CHECK: f,.L4,{{[0-9]+}},6,znver5,2.00,0.00,7.00,2.00,unit
.L4:
  vmovupd 0(%rdi), %zmm0
  vmovupd 64(%rdi), %zmm1
  vmovupd 128(%rdi), %zmm2
  vmovupd 192(%rdi), %zmm3
  cmpq %rdi, %rcx
  jne .L4

# 2 stores of zmm take both store pipes: one a cycle.
# CHECK: f,.L5,{{[0-9]+}},4,znver5,2.00,0.00,1.00,2.00,ports
.L5:
  vmovupd %zmm0, (%rsi)
  vmovupd %zmm1, 64(%rsi)
  cmpq %rdi, %rcx
  jne .L5

# Chasing a pointer: 4; the test 1 more on the path.
# CHECK: f,.L6,{{[0-9]+}},3,znver5,1.00,4.00,5.00,4.00,latency
.L6:
  movq (%rdi), %rdi
  testq %rdi, %rdi
  jne .L6

  ret

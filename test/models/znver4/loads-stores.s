# The taken branch takes a cycle, whatever else is less.
# RUN: kernel-opt --bounds-only --cpu=znver4 --format=csv %s | FileCheck %s

.text
f:
# 6 integer loads on 3 address units: 2.
# CHECK: f,.L0,{{[0-9]+}},8,znver4,2.00,0.00,4.00,2.00,ports
.L0:
  movq 0(%rdi), %r8
  movq 8(%rdi), %r9
  movq 16(%rdi), %r10
  movq 24(%rdi), %r11
  movq 32(%rdi), %r12
  movq 40(%rdi), %r13
  cmpq %rdi, %rcx
  jne .L0

# 4 integer stores: two a cycle.
# CHECK: f,.L1,{{[0-9]+}},6,znver4,2.00,0.00,1.00,2.00,unit
.L1:
  movq %r8, 0(%rsi)
  movq %r9, 8(%rsi)
  movq %r10, 16(%rsi)
  movq %r11, 24(%rsi)
  cmpq %rdi, %rcx
  jne .L1

# 4 loads of ymm: two a cycle.
# CHECK: f,.L2,{{[0-9]+}},6,znver4,2.00,0.00,7.00,2.00,unit
.L2:
  vmovupd 0(%rdi), %ymm0
  vmovupd 32(%rdi), %ymm1
  vmovupd 64(%rdi), %ymm2
  vmovupd 96(%rdi), %ymm3
  cmpq %rdi, %rcx
  jne .L2

# 2 stores of ymm: one a cycle.
# CHECK: f,.L3,{{[0-9]+}},4,znver4,2.00,0.00,1.00,2.00,unit
.L3:
  vmovupd %ymm0, 0(%rsi)
  vmovupd %ymm1, 32(%rsi)
  cmpq %rdi, %rcx
  jne .L3

# 2 loads of zmm: two cycles of one of the two pipes each, 4/2.
# CHECK: f,.L4,{{[0-9]+}},4,znver4,2.00,0.00,8.00,2.00,unit
.L4:
  vmovupd (%rdi), %zmm0
  vmovupd 64(%rdi), %zmm1
  cmpq %rdi, %rcx
  jne .L4

# A store of zmm: two cycles.
# CHECK: f,.L5,{{[0-9]+}},3,znver4,2.00,0.00,1.00,2.00,unit
.L5:
  vmovupd %zmm0, (%rsi)
  cmpq %rdi, %rcx
  jne .L5

# Chasing a pointer: 4; the test 1 more on the path.
# CHECK: f,.L6,{{[0-9]+}},3,znver4,1.00,4.00,5.00,4.00,latency
.L6:
  movq (%rdi), %rdi
  testq %rdi, %rdi
  jne .L6

# A scaled index takes a cycle more, and so does extending the sign.
# CHECK: f,.L7,{{[0-9]+}},3,znver4,1.00,5.00,5.00,5.00,latency
.L7:
  movq (%rsi,%rdi,8), %rdi
  cmpq %r8, %rcx
  jne .L7
# CHECK: f,.L8,{{[0-9]+}},3,znver4,1.00,5.00,5.00,5.00,latency
.L8:
  movslq (%rdi), %rdi
  cmpq %r8, %rcx
  jne .L8

# Updates of memory need their address once: 4 loads of 3 a cycle are less than 4
# stores of 2.
# CHECK: f,.L9,{{[0-9]+}},6,znver4,2.00,
.L9:
  incl (%rsi)
  incl 4(%rsi)
  incl 8(%rsi)
  incl 12(%rsi)
  cmpq %r8, %rcx
  jne .L9

  ret

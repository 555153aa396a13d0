# The taken branch takes a cycle, whatever else is less.
# RUN: kernel-opt --bounds-only --cpu=znver2 --format=csv %s | FileCheck %s

.text
f:
# 4 integer loads on two address units: 2.
# CHECK: f,.L0,{{[0-9]+}},6,znver2,2.00,0.00,4.00,2.00,ports
.L0:
  movq (%rdi), %rax
  movq 8(%rdi), %rbx
  movq 16(%rdi), %rdx
  movq 24(%rdi), %rsi
  cmpq %rdi, %rcx
  jne .L0

# 4 loads and 2 stores: agu2 takes stores alone. 6 on three: 2.
# CHECK: f,.L1,{{[0-9]+}},8,znver2,2.00,0.00,4.00,2.00,ports
.L1:
  movq (%rdi), %rax
  movq 8(%rdi), %rbx
  movq 16(%rdi), %rdx
  movq 24(%rdi), %r8
  movq %r9, (%rsi)
  movq %r9, 8(%rsi)
  cmpq %rdi, %rcx
  jne .L1

# 3 stores: one a cycle.
# CHECK: f,.L2,{{[0-9]+}},5,znver2,3.00,0.00,1.00,3.00,unit
.L2:
  movq %r9, (%rsi)
  movq %r9, 8(%rsi)
  movl %r9d, 16(%rsi)
  cmpq %rdi, %rcx
  jne .L2

# 4 loads of ymm: 2, each is one micro-op.
# CHECK: f,.L3,{{[0-9]+}},6,znver2,2.00,0.00,7.00,2.00,ports
.L3:
  vmovupd 0(%rdi), %ymm0
  vmovupd 32(%rdi), %ymm1
  vmovupd 64(%rdi), %ymm2
  vmovupd 96(%rdi), %ymm3
  cmpq %rdi, %rcx
  jne .L3

# 2 stores of ymm: 2.
# CHECK: f,.L4,{{[0-9]+}},4,znver2,2.00,0.00,1.00,2.00,ports
.L4:
  vmovupd %ymm0, 0(%rsi)
  vmovupd %ymm1, 32(%rsi)
  cmpq %rdi, %rcx
  jne .L4

# Chasing a pointer: 4; the test 1 more on the path.
# CHECK: f,.L5,{{[0-9]+}},3,znver2,1.00,4.00,5.00,4.00,latency
.L5:
  movq (%rdi), %rdi
  testq %rdi, %rdi
  jne .L5

  ret

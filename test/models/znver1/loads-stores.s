# Two addresses a cycle for loads and stores together, and one store.
# The taken branch and the one line of the micro-op cache take a cycle.
# RUN: kernel-opt --bounds-only --cpu=znver1 --format=csv %s | FileCheck %s

.text
f:
# 3 loads xmm: 1.50; latency 7.
# CHECK: f,.L0,{{[0-9]+}},5,znver1,1.50,1.00,7.00,1.50,ports
.L0:
  vmovupd (%rdi), %xmm0
  vmovupd 16(%rdi), %xmm1
  vmovupd 32(%rdi), %xmm2
  decq %rax
  jne .L0

# 3 loads ymm: two micro-ops each: 3.00.
# CHECK: f,.L1,{{[0-9]+}},5,znver1,3.00,1.00,7.00,3.00,ports
.L1:
  vmovupd (%rdi), %ymm0
  vmovupd 32(%rdi), %ymm1
  vmovupd 64(%rdi), %ymm2
  decq %rax
  jne .L1

# Loads of general registers: 4.
# CHECK: f,.L2,{{[0-9]+}},3,znver1,1.00,4.00,4.00,4.00,latency
.L2:
  movq (%rdi), %rdi
  decq %rax
  jne .L2

# 3 loads, 1 store: 4/2 = 2.00.
# CHECK: f,.L3,{{[0-9]+}},6,znver1,2.00,1.00,7.00,2.00,ports
.L3:
  vmovsd (%rdi), %xmm0
  vmovsd 8(%rdi), %xmm1
  vmovsd 16(%rdi), %xmm2
  vmovsd %xmm3, (%rsi)
  decq %rax
  jne .L3

# 3 integer stores: 3.00, one a cycle.
# CHECK: f,.L4,{{[0-9]+}},5,znver1,3.00,1.00,1.00,3.00,unit
.L4:
  movq %rcx, (%rdi)
  movq %rdx, 8(%rdi)
  movl %ebx, 16(%rdi)
  decq %rax
  jne .L4

# A ymm store takes two cycles, and fp2 twice.
# CHECK: f,.L5,{{[0-9]+}},3,znver1,2.00,1.00,1.00,2.00,ports
.L5:
  vmovupd %ymm0, (%rdi)
  decq %rax
  jne .L5

# A ymm store and a ymm shift share fp2: 2 + 2 = 4.00.
# CHECK: f,.L6,{{[0-9]+}},4,znver1,4.00,1.00,1.00,4.00,ports
.L6:
  vmovupd %ymm0, (%rdi)
  vpslld $3, %ymm1, %ymm2
  decq %rax
  jne .L6

  ret

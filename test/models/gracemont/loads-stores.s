# Loads, stores, forwarding.
# RUN: kernel-opt --cpu=gracemont --format=csv %s | FileCheck %s

.text
f:
# 6 loads in two halves / 2.
# CHECK: f,.L0,{{[0-9]+}},9,gracemont,6.00,1.00,5.00,6.00,ports
.L0:
  vmovupd (%rdi), %ymm0
  vmovupd 32(%rdi), %ymm1
  vmovupd 64(%rdi), %ymm2
  vmovupd 96(%rdi), %ymm3
  vmovupd 128(%rdi), %ymm4
  vmovupd 160(%rdi), %ymm5
  addq $192, %rdi
  decq %rax
  jne .L0

# 4 stores / 2.
# CHECK: f,.L1,{{[0-9]+}},7,gracemont,2.00,1.00,1.00,2.00,ports
.L1:
  movq %rcx, (%rdi,%rdx)
  movq %rcx, 8(%rdi,%rdx)
  movq %rcx, 16(%rdi,%rdx)
  movq %rcx, 24(%rdi,%rdx)
  addq $32, %rdx
  decq %rax
  jne .L1

# The word that the store left is taken to cost nothing: addq 1. Load 1 of 2.
# CHECK: f,.L2,{{[0-9]+}},3,gracemont,0.50,1.00,5.00,1.00,latency
.L2:
  addq $1, 8(%rdi)
  decq %rax
  jne .L2

# Chasing pointers: 3.
# CHECK: f,.L3,{{[0-9]+}},3,gracemont,0.50,3.00,3.00,3.00,latency
.L3:
  movq (%rdi), %rdi
  decq %rax
  jne .L3

  ret

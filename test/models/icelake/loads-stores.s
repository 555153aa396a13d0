# Loads, stores, forwarding.
# RUN: kernel-opt --cpu=icelake-server --format=csv %s | FileCheck %s

.text
f:
# 6 loads / 2.
# CHECK: f,.L0,{{[0-9]+}},9,icelake-server,3.00,1.00,7.00,3.00,ports
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

# Two stores a cycle, with an index, too: 4 / 2.
# CHECK: f,.L1,{{[0-9]+}},7,icelake-server,2.00,1.00,1.00,2.00,ports
.L1:
  movq %rcx, (%rdi,%rdx)
  movq %rcx, 8(%rdi,%rdx)
  movq %rcx, 16(%rdi,%rdx)
  movq %rcx, 24(%rdi,%rdx)
  addq $32, %rdx
  decq %rax
  jne .L1

# To the same word: forwarding 4 and addq 1.
# CHECK: f,.L2,{{[0-9]+}},3,icelake-server,0.60,5.00,7.00,5.00,latency
.L2:
  addq $1, 8(%rdi)
  decq %rax
  jne .L2

# Chasing pointers takes 5 here.
# CHECK: f,.L3,{{[0-9]+}},3,icelake-server,0.50,5.00,5.00,5.00,latency
.L3:
  movq (%rdi), %rdi
  decq %rax
  jne .L3

  ret

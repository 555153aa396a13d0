# Loads, stores, forwarding.
# RUN: kernel-opt --cpu=sapphirerapids --format=csv %s | FileCheck %s

.text
f:
# 6 loads / 3.
# CHECK: f,.L0,{{[0-9]+}},9,sapphirerapids,2.00,0.00,7.00,2.00,ports
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
# CHECK: f,.L1,{{[0-9]+}},7,sapphirerapids,2.00,0.00,1.00,2.00,ports
.L1:
  movq %rcx, (%rdi,%rdx)
  movq %rcx, 8(%rdi,%rdx)
  movq %rcx, 16(%rdi,%rdx)
  movq %rcx, 24(%rdi,%rdx)
  addq $32, %rdx
  decq %rax
  jne .L1

# The renamed word costs nothing to load: addq 1.
# CHECK: f,.L2,{{[0-9]+}},3,sapphirerapids,1.00,1.00,7.00,1.00,latency
.L2:
  addq $1, 8(%rdi)
  decq %rax
  jne .L2

# Chasing pointers: 5. The pair on p0, p6.
# CHECK: f,.L3,{{[0-9]+}},3,sapphirerapids,1.00,5.00,5.00,5.00,latency
.L3:
  movq (%rdi), %rdi
  decq %rax
  jne .L3

  ret

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

# An update of memory is not renamed: 6 and 1 for the addition.
# CHECK: f,.L2,{{[0-9]+}},3,sapphirerapids,1.00,7.00,7.00,7.00,latency
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

# A load of its own is, by the same base and displacement: addq 1.
# CHECK: f,.L4,{{[0-9]+}},5,sapphirerapids,1.00,1.00,7.00,1.00,latency
.L4:
  movq 8(%rdi), %rcx
  addq %rdx, %rcx
  movq %rcx, 8(%rdi)
  decq %rax
  jne .L4

# With an index it is not: 6 and 1.
# CHECK: f,.L5,{{[0-9]+}},5,sapphirerapids,1.00,7.00,7.00,7.00,latency
.L5:
  movq 8(%rdi,%rsi), %rcx
  addq %rdx, %rcx
  movq %rcx, 8(%rdi,%rsi)
  decq %rax
  jne .L5

# Through memory to an addition of doubles: 5 and 3.
# CHECK: f,.L6,{{[0-9]+}},5,sapphirerapids,1.00,8.00,{{[0-9.]+}},8.00,latency
.L6:
  movapd %xmm1, %xmm0
  addsd 8(%rdi), %xmm0
  movsd %xmm0, 8(%rdi)
  decq %rax
  jne .L6

  ret

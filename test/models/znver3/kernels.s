# Loops as compilers write them.
# RUN: kernel-opt --cpu=znver3 --format=csv %s | FileCheck %s

.text
f:
# axpy: 3 accesses on three address units: 1. Path 7 + 4 + 1.
# CHECK: f,.L0,{{[0-9]+}},7,znver3,1.00,1.00,12.00,1.00,ports
.L0:
  vmovupd (%rdi), %ymm1
  vfmadd213pd (%rsi), %ymm0, %ymm1
  vmovupd %ymm1, (%rsi)
  addq $32, %rdi
  addq $32, %rsi
  cmpq %rdi, %rcx
  jne .L0

# Sum of doubles: 3 on the sum, 7 for the load.
# CHECK: f,.L1,{{[0-9]+}},4,znver3,1.00,3.00,10.00,3.00,latency
.L1:
  vaddsd (%rdi), %xmm0, %xmm0
  addq $8, %rdi
  cmpq %rdi, %rcx
  jne .L1

  ret

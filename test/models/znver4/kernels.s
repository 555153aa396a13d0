# Loops as compilers write them.
# RUN: kernel-opt --bounds-only --cpu=znver4 --format=csv %s | FileCheck %s

.text
f:
# axpy of zmm: 2 loads of two cycles on two pipes, a store of two: 2.
# Path 8 + 4 + 1.
# CHECK: f,.L0,{{[0-9]+}},7,znver4,2.00,1.00,13.00,2.00,unit
.L0:
  vmovupd (%rdi), %zmm1
  vfmadd213pd (%rsi), %zmm0, %zmm1
  vmovupd %zmm1, (%rsi)
  addq $64, %rdi
  addq $64, %rsi
  cmpq %rdi, %rcx
  jne .L0

# Sum of doubles: 3 on the sum, 7 for the load.
# CHECK: f,.L1,{{[0-9]+}},4,znver4,1.00,3.00,10.00,3.00,latency
.L1:
  vaddsd (%rdi), %xmm0, %xmm0
  addq $8, %rdi
  cmpq %rdi, %rcx
  jne .L1

  ret

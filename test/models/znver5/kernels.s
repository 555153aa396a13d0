# Loops as compilers write them.
# RUN: kernel-opt --bounds-only --cpu=znver5 --format=csv %s | FileCheck %s

.text
f:
# axpy of zmm: 2 loads on two pipes, a store on both of its own: 1.
# Path 7 + 4 + 1.
# CHECK: f,.L0,{{[0-9]+}},7,znver5,1.00,1.00,12.00,1.00,ports
.L0:
  vmovupd (%rdi), %zmm1
  vfmadd213pd (%rsi), %zmm0, %zmm1
  vmovupd %zmm1, (%rsi)
  addq $64, %rdi
  addq $64, %rsi
  cmpq %rdi, %rcx
  jne .L0

# Sum of doubles: 2 on the sum; 3 behind the 7 of the load.
# CHECK: f,.L1,{{[0-9]+}},4,znver5,1.00,2.00,10.00,2.00,latency
.L1:
  vaddsd (%rdi), %xmm0, %xmm0
  addq $8, %rdi
  cmpq %rdi, %rcx
  jne .L1

  ret

# Loops as compilers write them.
# The taken branch and the one line of the micro-op cache take a cycle.
# RUN: kernel-opt --cpu=znver1 --format=csv %s | FileCheck %s

.text
f:
# axpy in ymm: addresses 2 + 2 + 2 = 6 on two: 3.00. Path 7 + 5 + 1 = 13.
# CHECK: f,.L0,{{[0-9]+}},7,znver1,3.00,1.00,13.00,3.00,ports
.L0:
  vmovupd (%rdi), %ymm1
  vfmadd213pd (%rsi), %ymm0, %ymm1
  vmovupd %ymm1, (%rsi)
  addq $32, %rdi
  addq $32, %rsi
  cmpq %rdi, %rcx
  jne .L0

# Sum of doubles in xmm: 3 on the sum, load 7. Path 10. Three slots of 6, a taken branch 1.
# CHECK: f,.L1,{{[0-9]+}},4,znver1,1.00,3.00,10.00,3.00,latency
.L1:
  vaddsd (%rdi), %xmm0, %xmm0
  addq $8, %rdi
  cmpq %rdi, %rcx
  jne .L1

  ret

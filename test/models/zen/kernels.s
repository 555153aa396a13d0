# znver1: Loops as compilers write them.
# The taken branch and the one line of the micro-op cache take a cycle.
# znver2, znver3: Loops as compilers write them.
# RUN: kernel-opt --bounds-only --cpu=znver1 --format=csv %s | FileCheck %s -DCPU=znver1 --check-prefixes=ZEN1
# RUN: kernel-opt --bounds-only --cpu=znver2 --format=csv %s | FileCheck %s -DCPU=znver2 --check-prefixes=ZEN2
# RUN: kernel-opt --bounds-only --cpu=znver3 --format=csv %s | FileCheck %s -DCPU=znver3 --check-prefixes=ZEN3

.text
f:
# znver1: axpy in ymm: addresses 2 + 2 + 2 = 6 on two: 3.00. Path 7 + 5 + 1 = 13.
# ZEN1: f,.L0,{{[0-9]+}},7,[[CPU]],3.00,1.00,13.00,3.00,ports
# znver2: axpy: 2 loads on agu0 and agu1: 1. Path 7 + 5 + 1.
# ZEN2: f,.L0,{{[0-9]+}},7,[[CPU]],1.00,1.00,13.00,1.00,ports
# znver3: axpy: 3 accesses on three address units: 1. Path 7 + 4 + 1.
# ZEN3: f,.L0,{{[0-9]+}},7,[[CPU]],1.00,1.00,12.00,1.00,ports
.L0:
  vmovupd (%rdi), %ymm1
  vfmadd213pd (%rsi), %ymm0, %ymm1
  vmovupd %ymm1, (%rsi)
  addq $32, %rdi
  addq $32, %rsi
  cmpq %rdi, %rcx
  jne .L0

# znver1: Sum of doubles in xmm: 3 on the sum, load 7. Path 10. Three slots of 6, a taken branch 1.
# ZEN1: f,.L1,{{[0-9]+}},4,[[CPU]],1.00,3.00,10.00,3.00,latency
# znver2, znver3: Sum of doubles: 3 on the sum, 7 for the load.
# ZEN2: f,.L1,{{[0-9]+}},4,[[CPU]],1.00,3.00,10.00,3.00,latency
# ZEN3: f,.L1,{{[0-9]+}},4,[[CPU]],1.00,3.00,10.00,3.00,latency
.L1:
  vaddsd (%rdi), %xmm0, %xmm0
  addq $8, %rdi
  cmpq %rdi, %rcx
  jne .L1

  ret

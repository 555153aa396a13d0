# What LLVM's tables serve shares the pipes of what the model serves: a round of AES and
# a multiplication on fp0, fp1, 4 / 2.
# RUN: kernel-opt --bounds-only --cpu=znver3 %s | FileCheck %s

.text
f:
# CHECK: ports      2.00  4 micro-ops of 4 instructions on fp0 fp1: 4/2
.L0:
  vaesenc %ymm8, %ymm9, %ymm0
  vaesenc %ymm8, %ymm9, %ymm1
  vmulps %ymm8, %ymm9, %ymm2
  vmulps %ymm8, %ymm9, %ymm3
  decq %rax
  jne .L0
# CHECK-NOT: FP0
# CHECK: * LLVM's tables
  ret

# Zeroing and moves at rename: no pipe, a slot of the 6 a cycle.
# The taken branch and the one line of the micro-op cache take a cycle.
# RUN: kernel-opt --bounds-only --cpu=znver1 --format=csv %s | FileCheck %s

.text
f:
# vxorpd cuts the chain; vaddsd 3. 4 slots of 6, jne 1/2, a taken branch 1.
# CHECK: f,.L0,{{[0-9]+}},4,znver1,1.00,1.00,3.00,1.00,latency
.L0:
  vxorpd %xmm0, %xmm0, %xmm0
  vaddsd %xmm0, %xmm1, %xmm0
  decq %rax
  jne .L0

# A chain of imull through moves: 3.
# CHECK: f,.L1,{{[0-9]+}},5,znver1,1.00,3.00,3.00,3.00,latency
.L1:
  movl %ecx, %edx
  movl %edx, %ecx
  imull %ebx, %ecx
  decq %rax
  jne .L1

# 4 moves of ymm are 8 slots: with decq and jne 10/6 = 1.67.
# CHECK: f,.L2,{{[0-9]+}},6,znver1,1.67,1.00,1.00,1.67,issue
.L2:
  vmovaps %ymm0, %ymm1
  vmovaps %ymm0, %ymm2
  vmovaps %ymm0, %ymm3
  vmovaps %ymm0, %ymm4
  decq %rax
  jne .L2

  ret

# The taken branch takes a cycle, whatever else is less.
# RUN: kernel-opt --cpu=znver2 --format=csv %s | FileCheck %s

.text
f:
# vdivpd of ymm: 4 cycles of the divider.
# CHECK: f,.L0,{{[0-9]+}},3,znver2,4.00,0.00,13.00,4.00,unit
.L0:
  vdivpd %ymm1, %ymm2, %ymm0
  cmpq %rdi, %rcx
  jne .L0

# A chain of vdivss: 10.
# CHECK: f,.L1,{{[0-9]+}},3,znver2,3.00,10.00,10.00,10.00,latency
.L1:
  vdivss %xmm1, %xmm0, %xmm0
  cmpq %rdi, %rcx
  jne .L1

# The divider is busy, its pipe is not: two additions go beside it.
# CHECK: f,.L2,{{[0-9]+}},5,znver2,4.00,0.00,13.00,4.00,unit
.L2:
  vdivpd %ymm1, %ymm2, %ymm0
  vaddpd %ymm1, %ymm2, %ymm3
  vaddpd %ymm1, %ymm2, %ymm4
  cmpq %rdi, %rcx
  jne .L2

# A 32-bit division is 14 cycles of its unit.
# CHECK: f,.L3,{{[0-9]+}},5,znver2,14.00,0.00,14.00,14.00,unit
.L3:
  xorl %edx, %edx
  movl %r8d, %eax
  divl %ecx
  cmpq %rdi, %rsi
  jne .L3

  ret

# The taken branch takes a cycle, whatever else is less.
# RUN: kernel-opt --cpu=znver3 --format=csv %s | FileCheck %s

.text
f:
# The zero cuts the chain of vaddsd.
# CHECK: f,.L0,{{[0-9]+}},4,znver3,1.00,0.00,3.00,1.00,branch
.L0:
  vxorpd %xmm0, %xmm0, %xmm0
  vaddsd %xmm0, %xmm1, %xmm0
  cmpq %rdi, %rcx
  jne .L0

# sub and pcmpgt of a register and itself, too. One imull and one vpmulld.
# CHECK: f,.L1,{{[0-9]+}},6,znver3,1.00,0.00,3.00,1.00,ports
.L1:
  subl %eax, %eax
  imull %ebx, %eax
  vpcmpgtd %xmm0, %xmm0, %xmm0
  vpmulld %xmm0, %xmm1, %xmm0
  cmpq %rdi, %rcx
  jne .L1

# A chain of imull through moves: 3; elsewhere the path ends.
# CHECK: f,.L2,{{[0-9]+}},5,znver3,1.00,3.00,3.00,3.00,latency
.L2:
  movl %ecx, %edx
  movl %edx, %ecx
  imull %ebx, %ecx
  cmpq %rdi, %rsi
  jne .L2

# A chain of vmulpd through a move: 3.
# CHECK: f,.L3,{{[0-9]+}},4,znver3,1.00,3.00,3.00,3.00,latency
.L3:
  vmovapd %ymm0, %ymm1
  vmulpd %ymm1, %ymm2, %ymm0
  cmpq %rdi, %rcx
  jne .L3

# 11 moves of ymm and the fused pair are 12 slots of 6 a cycle; no pipe.
# CHECK: f,.L4,{{[0-9]+}},13,znver3,2.00,0.00,1.00,2.00,issue
.L4:
  vmovaps %ymm0, %ymm1
  vmovaps %ymm0, %ymm2
  vmovaps %ymm0, %ymm3
  vmovaps %ymm0, %ymm4
  vmovaps %ymm0, %ymm5
  vmovaps %ymm0, %ymm6
  vmovaps %ymm0, %ymm7
  vmovaps %ymm0, %ymm8
  vmovaps %ymm0, %ymm9
  vmovaps %ymm0, %ymm10
  vmovaps %ymm0, %ymm11
  cmpq %rdi, %rcx
  jne .L4

  ret

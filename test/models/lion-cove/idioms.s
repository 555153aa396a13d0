# Zeroing, all ones, moves.
# RUN: kernel-opt --cpu=lunarlake --format=csv %s | FileCheck %s

.text
f:
# The zeroing cuts the chain; vaddsd 3. One trip a cycle.
# CHECK: f,.L0,{{[0-9]+}},4,lunarlake,1.00,0.00,3.00,1.00,branch
.L0:
  vxorpd %xmm0, %xmm0, %xmm0
  vaddsd %xmm0, %xmm1, %xmm0
  decq %rax
  jne .L0

# Both moves are eliminated: imull 3. 4 slots / 8.
# CHECK: f,.L1,{{[0-9]+}},5,lunarlake,1.00,3.00,3.00,3.00,latency
.L1:
  movl %ecx, %edx
  movl %edx, %ecx
  imull %ebx, %ecx
  decq %rax
  jne .L1

# Zeroing and moves take no port: 11 slots / 8.
# CHECK: f,.L2,{{[0-9]+}},12,lunarlake,1.38,0.00,0.00,1.38,issue
.L2:
  xorl %ecx, %ecx
  xorl %edx, %edx
  xorl %esi, %esi
  xorl %edi, %edi
  vpxor %xmm0, %xmm0, %xmm0
  vpxor %xmm1, %xmm1, %xmm1
  vpxor %xmm2, %xmm2, %xmm2
  vmovaps %xmm3, %xmm4
  vmovaps %xmm3, %xmm5
  vmovaps %xmm3, %xmm6
  decq %rax
  jne .L2

# All ones does not wait, but executes: 1 + 1. One trip a cycle.
# CHECK: f,.L3,{{[0-9]+}},4,lunarlake,1.00,0.00,2.00,1.00,branch
.L3:
  vpcmpeqd %xmm0, %xmm0, %xmm0
  vpsubd %xmm0, %xmm1, %xmm0
  decq %rax
  jne .L3

  ret

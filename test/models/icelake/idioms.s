# Zeroing, all ones, moves.
# RUN: kernel-opt --cpu=icelake-server --format=csv %s | FileCheck %s

.text
f:
# The zeroing cuts the chain; vaddsd 4. vaddsd and jne on p0, p1, p6: 2 / 3.
# CHECK: f,.L0,{{[0-9]+}},4,icelake-server,0.67,1.00,4.00,1.00,latency
.L0:
  vxorpd %xmm0, %xmm0, %xmm0
  vaddsd %xmm0, %xmm1, %xmm0
  decq %rax
  jne .L0

# Moves between general registers are not eliminated: 1 + 1 + imull 3.
# CHECK: f,.L1,{{[0-9]+}},5,icelake-server,1.00,5.00,5.00,5.00,latency
.L1:
  movl %ecx, %edx
  movl %edx, %ecx
  imull %ebx, %ecx
  decq %rax
  jne .L1

# Zeroing and vector moves take no port: 11 slots / 5.
# CHECK: f,.L2,{{[0-9]+}},12,icelake-server,2.20,1.00,1.00,2.20,issue
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

# All ones does not wait, but executes: 1 + 1. 3 micro-ops on p0, p1, p5, p6.
# CHECK: f,.L3,{{[0-9]+}},4,icelake-server,0.75,1.00,2.00,1.00,latency
.L3:
  vpcmpeqd %xmm0, %xmm0, %xmm0
  vpsubd %xmm0, %xmm1, %xmm0
  decq %rax
  jne .L3

  ret

# Zeroing and move elimination: no port, but an issue slot. Served to cascadelake by the same model.
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=csv %s | FileCheck %s

.text
f:
# vxorpd of a register with itself cuts the chain of additions: only decq is carried.
# 1 + 1 + 1 slots of 4 are less than the cycle of the taken branch. vaddsd 4.
# CHECK: f,.L0,{{[0-9]+}},4,cascadelake,1.00,1.00,4.00,1.00,latency
.L0:
  vxorpd %xmm0, %xmm0, %xmm0
  vaddsd %xmm0, %xmm1, %xmm0
  decq %rax
  jne .L0

# vpcmpeqd sets all bits: no input, but a micro-op on p0,p1 like vpsrld: 2/2.
# Path 1 + 1.
# CHECK: f,.L1,{{[0-9]+}},4,cascadelake,1.00,1.00,2.00,1.00,ports
.L1:
  vpcmpeqd %ymm0, %ymm0, %ymm0
  vpsrld $1, %ymm0, %ymm0
  decq %rax
  jne .L1

# A chain through moves: only imulq counts, 3. 4 slots: 1.00.
# CHECK: f,.L2,{{[0-9]+}},5,cascadelake,1.00,3.00,3.00,3.00,latency
.L2:
  movq %rcx, %rdx
  movq %rdx, %rcx
  imulq %rbx, %rcx
  decq %rax
  jne .L2

# 7 vmovaps between registers: 8 slots, 2.00.
# CHECK: f,.L3,{{[0-9]+}},9,cascadelake,2.00,1.00,1.00,2.00,issue
.L3:
  vmovaps %ymm0, %ymm1
  vmovaps %ymm0, %ymm2
  vmovaps %ymm0, %ymm3
  vmovaps %ymm0, %ymm4
  vmovaps %ymm0, %ymm5
  vmovaps %ymm0, %ymm6
  vmovaps %ymm0, %ymm7
  decq %rax
  jne .L3

# xorl clears ecx; imulq twice: path 6, p1 2.00.
# CHECK: f,.L4,{{[0-9]+}},5,cascadelake,2.00,1.00,6.00,2.00,ports
.L4:
  xorl %ecx, %ecx
  imulq %rbx, %rcx
  imulq %rbx, %rcx
  decq %rax
  jne .L4

# VNNI: vpdpbusd on p0,p1, 5 cycles on its sum. With the branch on p0,p1,p6 2/3, the taken branch 1.
# CHECK: f,.L5,{{[0-9]+}},3,cascadelake,1.00,5.00,5.00,5.00,latency
.L5:
  vpdpbusd %ymm0, %ymm1, %ymm2
  decq %rax
  jne .L5

  ret

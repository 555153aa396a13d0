# What tells this core from the one below it, and some that it shares.
# RUN: kernel-opt --bounds-only --cpu=sierraforest --format=csv %s | FileCheck %s

.text
f:
# As Gracemont, but 6 slots a cycle: 11 / 6.
# CHECK: f,.L0,{{[0-9]+}},12,sierraforest,1.83,1.00,1.00,1.83,issue
.L0:
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
  jne .L0

# FMA: 6. Two halves on f0, f1.
# CHECK: f,.L1,{{[0-9]+}},3,sierraforest,1.00,6.00,6.00,6.00,latency
.L1:
  vfmadd231pd %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L1

  ret

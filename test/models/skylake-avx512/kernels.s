# Loops as compilers write them.
# RUN: kernel-opt --bounds-only --cpu=cooperlake --format=csv %s | FileCheck %s

.text
f:
# axpy, ymm, unrolled twice: loads 4/2 = 2.00, stores p4 2.00.
# Slots: 2 loads, 2 FMA with load, 2 stores, 2 addq, a fused pair: 9/4 = 2.25. Path 7 + 4 + 1 = 12.
# CHECK: f,.L0,{{[0-9]+}},10,cooperlake,2.25,1.00,12.00,2.25,issue
.L0:
  vmovupd (%rdi), %ymm1
  vmovupd 32(%rdi), %ymm2
  vfmadd213pd (%rsi), %ymm0, %ymm1
  vfmadd213pd 32(%rsi), %ymm0, %ymm2
  vmovupd %ymm1, (%rsi)
  vmovupd %ymm2, 32(%rsi)
  addq $64, %rdi
  addq $64, %rsi
  cmpq %rdi, %rcx
  jne .L0

# Dot product, 4 accumulators: loads 8/2 = 4.00, FMA 4/2; accumulators 4.00.
# CHECK: f,.L1,{{[0-9]+}},10,cooperlake,4.00,4.00,11.00,4.00,ports
.L1:
  vmovupd (%rdi), %ymm4
  vmovupd 32(%rdi), %ymm5
  vmovupd 64(%rdi), %ymm6
  vmovupd 96(%rdi), %ymm7
  vfmadd231pd (%rsi), %ymm4, %ymm0
  vfmadd231pd 32(%rsi), %ymm5, %ymm1
  vfmadd231pd 64(%rsi), %ymm6, %ymm2
  vfmadd231pd 96(%rsi), %ymm7, %ymm3
  decq %rax
  jne .L1

# Two dependent FMA, carried through xmm3: 8. Load 5, 4 + 4, store 1: 14. 5 slots: 1.25.
# CHECK: f,.L2,{{[0-9]+}},6,cooperlake,1.25,8.00,14.00,8.00,latency
.L2:
  vmovsd (%rdi), %xmm1
  vfmadd213sd %xmm2, %xmm1, %xmm3
  vfmadd213sd %xmm4, %xmm1, %xmm3
  vmovsd %xmm3, (%rsi)
  decq %rax
  jne .L2

  ret

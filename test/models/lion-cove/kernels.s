# Loops as compilers write them.
# RUN: kernel-opt --cpu=lunarlake --format=csv %s | FileCheck %s

.text
f:
# Loads 4 / 3. 9 slots / 8. Path 6 + 4 + 1.
# CHECK: f,.L0,{{[0-9]+}},10,lunarlake,1.33,0.00,11.00,1.33,ports
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

# Loads 8 / 3; the accumulators 4.
# CHECK: f,.L1,{{[0-9]+}},10,lunarlake,2.67,4.00,10.00,4.00,latency
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

  ret

# What tells this core from the one below it, and some that it shares.
# RUN: kernel-opt --bounds-only --cpu=icelake-client --format=csv %s | FileCheck %s

.text
f:
# Moves between general registers are not eliminated: 1 + 1 + imull 3.
# CHECK: f,.L0,{{[0-9]+}},5,icelake-client,1.00,5.00,5.00,5.00,latency
.L0:
  movl %ecx, %edx
  movl %edx, %ecx
  imull %ebx, %ecx
  decq %rax
  jne .L0

# 10 FMA of 512 bits: there is no unit on p5.
# CHECK: f,.L1,{{[0-9]+}},12,icelake-client,10.00,4.00,4.00,10.00,ports
.L1:
  vfmadd231pd %zmm8, %zmm9, %zmm0
  vfmadd231pd %zmm8, %zmm9, %zmm1
  vfmadd231pd %zmm8, %zmm9, %zmm2
  vfmadd231pd %zmm8, %zmm9, %zmm3
  vfmadd231pd %zmm8, %zmm9, %zmm4
  vfmadd231pd %zmm8, %zmm9, %zmm5
  vfmadd231pd %zmm8, %zmm9, %zmm6
  vfmadd231pd %zmm8, %zmm9, %zmm7
  vfmadd231pd %zmm8, %zmm9, %zmm10
  vfmadd231pd %zmm8, %zmm9, %zmm11
  decq %rax
  jne .L1

# Integer additions have both, p0 and p5: 4 / 2.
# CHECK: f,.L2,{{[0-9]+}},6,icelake-client,2.00,1.00,1.00,2.00,ports
.L2:
  vpaddd %zmm8, %zmm9, %zmm0
  vpaddd %zmm8, %zmm9, %zmm1
  vpaddd %zmm8, %zmm9, %zmm2
  vpaddd %zmm8, %zmm9, %zmm3
  decq %rax
  jne .L2

# As on the server. Loads 4 / 2; stores 2 / 2. Path 6 + 4 + 1.
# CHECK: f,.L3,{{[0-9]+}},10,icelake-client,2.00,1.00,11.00,2.00,ports
.L3:
  vmovupd (%rdi), %ymm1
  vmovupd 32(%rdi), %ymm2
  vfmadd213pd (%rsi), %ymm0, %ymm1
  vfmadd213pd 32(%rsi), %ymm0, %ymm2
  vmovupd %ymm1, (%rsi)
  vmovupd %ymm2, 32(%rsi)
  addq $64, %rdi
  addq $64, %rsi
  cmpq %rdi, %rcx
  jne .L3

  ret

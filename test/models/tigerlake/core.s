# What tells this core from the one below it, and some that it shares.
# RUN: kernel-opt --bounds-only --cpu=tigerlake --format=csv %s | FileCheck %s

.text
f:
# Moves are eliminated again: imull 3, alone on p1.
# CHECK: f,.L0,{{[0-9]+}},5,tigerlake,1.00,3.00,3.00,3.00,latency
.L0:
  movl %ecx, %edx
  movl %edx, %ecx
  imull %ebx, %ecx
  decq %rax
  jne .L0

# 10 FMA of 512 bits: there is no unit on p5.
# CHECK: f,.L1,{{[0-9]+}},12,tigerlake,10.00,4.00,4.00,10.00,ports
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

# 4 lea and a pair: 5 / 4 ALUs.
# CHECK: f,.L2,{{[0-9]+}},6,tigerlake,1.25,1.00,1.00,1.25,ports
.L2:
  leaq 8(%rcx), %rdx
  leaq 8(%rcx), %rsi
  leaq 8(%rcx), %rdi
  leaq 8(%rcx), %r8
  decq %rax
  jne .L2

  ret

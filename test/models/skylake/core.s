# What tells this core from the one below it, and some that it shares.
# RUN: kernel-opt --bounds-only --cpu=skylake --format=csv %s | FileCheck %s

.text
f:
# Both moves are eliminated: imull 3.
# CHECK: f,.L0,{{[0-9]+}},5,skylake,1.00,3.00,3.00,3.00,latency
.L0:
  movl %ecx, %edx
  movl %edx, %ecx
  imull %ebx, %ecx
  decq %rax
  jne .L0

# Zeroing and moves take no port: 11 slots / 4.
# CHECK: f,.L1,{{[0-9]+}},12,skylake,2.75,1.00,1.00,2.75,issue
.L1:
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
  jne .L1

# 10 FMA on p0, p1; each waits for itself, 4.
# CHECK: f,.L2,{{[0-9]+}},12,skylake,5.00,4.00,4.00,5.00,ports
.L2:
  vfmadd231pd %ymm8, %ymm9, %ymm0
  vfmadd231pd %ymm8, %ymm9, %ymm1
  vfmadd231pd %ymm8, %ymm9, %ymm2
  vfmadd231pd %ymm8, %ymm9, %ymm3
  vfmadd231pd %ymm8, %ymm9, %ymm4
  vfmadd231pd %ymm8, %ymm9, %ymm5
  vfmadd231pd %ymm8, %ymm9, %ymm6
  vfmadd231pd %ymm8, %ymm9, %ymm7
  vfmadd231pd %ymm8, %ymm9, %ymm10
  vfmadd231pd %ymm8, %ymm9, %ymm11
  decq %rax
  jne .L2

# 4 additions and 4 multiplications on p0, p1.
# CHECK: f,.L3,{{[0-9]+}},10,skylake,4.00,1.00,4.00,4.00,ports
.L3:
  vaddpd %ymm8, %ymm9, %ymm0
  vaddpd %ymm8, %ymm9, %ymm1
  vaddpd %ymm8, %ymm9, %ymm2
  vaddpd %ymm8, %ymm9, %ymm3
  vmulpd %ymm8, %ymm9, %ymm4
  vmulpd %ymm8, %ymm9, %ymm5
  vmulpd %ymm8, %ymm9, %ymm6
  vmulpd %ymm8, %ymm9, %ymm7
  decq %rax
  jne .L3

# The divider: 8 cycles; latency 13, and 14 expected.
# CHECK: f,.L4,{{[0-9]+}},3,skylake,8.00,1.00,14.00,8.00,unit
.L4:
  vdivpd %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L4

# One shuffle unit, p5.
# CHECK: f,.L5,{{[0-9]+}},6,skylake,4.00,1.00,1.00,4.00,ports
.L5:
  vpshufb %ymm8, %ymm9, %ymm0
  vpshufb %ymm8, %ymm9, %ymm1
  vpshufb %ymm8, %ymm9, %ymm2
  vpshufb %ymm8, %ymm9, %ymm3
  decq %rax
  jne .L5

# 6 loads / 2.
# CHECK: f,.L6,{{[0-9]+}},9,skylake,3.00,1.00,7.00,3.00,ports
.L6:
  vmovupd (%rdi), %ymm0
  vmovupd 32(%rdi), %ymm1
  vmovupd 64(%rdi), %ymm2
  vmovupd 96(%rdi), %ymm3
  vmovupd 128(%rdi), %ymm4
  vmovupd 160(%rdi), %ymm5
  addq $192, %rdi
  decq %rax
  jne .L6

# One store a cycle.
# CHECK: f,.L7,{{[0-9]+}},7,skylake,4.00,1.00,1.00,4.00,ports
.L7:
  movq %rcx, (%rdi,%rdx)
  movq %rcx, 8(%rdi,%rdx)
  movq %rcx, 16(%rdi,%rdx)
  movq %rcx, 24(%rdi,%rdx)
  addq $32, %rdx
  decq %rax
  jne .L7

# Chasing pointers: 4.
# CHECK: f,.L8,{{[0-9]+}},3,skylake,1.00,4.00,5.00,4.00,latency
.L8:
  movq (%rdi), %rdi
  decq %rax
  jne .L8

# 4 lea on p1, p5.
# CHECK: f,.L9,{{[0-9]+}},6,skylake,2.00,1.00,1.00,2.00,ports
.L9:
  leaq 8(%rcx), %rdx
  leaq 8(%rcx), %rsi
  leaq 8(%rcx), %rdi
  leaq 8(%rcx), %r8
  decq %rax
  jne .L9

# Loads 4 / 2, stores 2. 9 slots / 4. Path 7 + 4 + 1.
# CHECK: f,.L10,{{[0-9]+}},10,skylake,2.25,1.00,12.00,2.25,issue
.L10:
  vmovupd (%rdi), %ymm1
  vmovupd 32(%rdi), %ymm2
  vfmadd213pd (%rsi), %ymm0, %ymm1
  vfmadd213pd 32(%rsi), %ymm0, %ymm2
  vmovupd %ymm1, (%rsi)
  vmovupd %ymm2, 32(%rsi)
  addq $64, %rdi
  addq $64, %rsi
  cmpq %rdi, %rcx
  jne .L10

  ret

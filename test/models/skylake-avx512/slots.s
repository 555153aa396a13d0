# What micro-fusion leaves apart, measured in loops of NOPs that nothing but the issue
# width limits.
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=csv %s | FileCheck %s

.text
f:
# A memory operand and an immediate: 2 slots each, with the fused pair 9 / 4.
# CHECK: f,.L0,{{[0-9]+}},6,cascadelake,2.25,{{.*}},2.25,issue
.L0:
  vpblendd $1, (%rdi), %ymm1, %ymm0
  vblendps $1, 32(%rdi), %ymm1, %ymm2
  vcmpltpd 64(%rdi), %ymm1, %ymm3
  vpalignr $4, 96(%rdi), %ymm1, %ymm4
  decq %rcx
  jne .L0

# Without an immediate 1 slot each, 5 / 4; the four loads take 2.00.
# CHECK: f,.L1,{{[0-9]+}},6,cascadelake,2.00,{{.*}},2.00,ports
.L1:
  vpaddd (%rdi), %ymm1, %ymm0
  vaddps 32(%rdi), %ymm1, %ymm2
  vandpd 64(%rdi), %ymm1, %ymm3
  vpmovzxbw 96(%rdi), %xmm4
  decq %rcx
  jne .L1

# 2 slots each: 11 / 4; the ports need 2.00.
# CHECK: f,.L2,{{[0-9]+}},7,cascadelake,2.75,{{.*}},2.75,issue
.L2:
  vpmovzxbw (%rdi), %ymm4
  vextracti128 $1, %ymm1, 64(%rdi)
  shlxq %rdx, 128(%rdi), %rax
  rorxl $7, 192(%rdi), %ebx
  movbel 256(%rdi), %r8d
  decq %rcx
  jne .L2

# 3 slots each: conversion from memory, rounding from memory; 7 / 4 and two nops.
# CHECK: f,.L3,{{[0-9]+}},6,cascadelake,2.25,{{.*}},2.25,issue
.L3:
  cvttsd2si (%rdi), %eax
  vroundps $1, 64(%rdi), %ymm0
  nop
  nop
  decq %rcx
  jne .L3

# Read, change and write: 3 slots with an index register; 3 + 3, 4 nops and the
# pair, 11 / 4.
# CHECK: f,.L4,{{[0-9]+}},8,cascadelake,2.75,{{.*}},2.75,issue
.L4:
  notl 4096(%rdi,%rax)
  addl $1, 8192(%rdi,%rax)
  .rept 4
  nop
  .endr
  addq $4, %rax
  jne .L4

# 2 without: 9 / 4.
# CHECK: f,.L5,{{[0-9]+}},8,cascadelake,2.25,{{.*}},2.25,issue
.L5:
  notl 4096(%rax)
  addl $1, 8192(%rax)
  .rept 4
  nop
  .endr
  addq $4, %rax
  jne .L5
  ret

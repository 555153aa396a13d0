# What the InstLatX64 measurements of Alder Lake show.
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=csv %s | FileCheck %s

.text
f:
# Small constants are added at rename, in 64 bits: nothing is carried for sure, and
# a constant of four bytes is expected to take a cycle. 7 slots / 6, of which only the
# branch takes a port.
# CHECK: f,.L0,{{[0-9]+}},8,sapphirerapids,1.17,1.00,1.00,1.17,issue
.L0:
  addq $8, %rsi
  addq $8, %rsi
  subq $300, %rdi
  incq %rdi
  incq %rdi
  decq %rdi
  decq %rax
  jne .L0

# In 32 bits they execute: a chain of 4.
# CHECK: f,.L1,{{[0-9]+}},6,sapphirerapids,1.00,4.00,4.00,4.00,latency
.L1:
  addl $8, %esi
  addl $8, %esi
  incl %esi
  decl %esi
  decq %rax
  jne .L1

# Base, index and displacement on five ports: 10 and the branch / 5, 1 along a chain.
# CHECK: f,.L2,{{[0-9]+}},12,sapphirerapids,2.20,1.00,1.00,2.20,ports
.L2:
  leaq 8(%rcx,%rdx), %rcx
  leaq 8(%rsi,%rdx), %rsi
  leaq 8(%rdi,%rdx), %rdi
  leaq 8(%r8,%rdx), %r8
  leaq 8(%r9,%rdx), %r9
  leaq 8(%r10,%rdx), %r10
  leaq 8(%r11,%rdx), %r11
  leaq 8(%r12,%rdx), %r12
  leaq 8(%r13,%rdx), %r13
  leaq 8(%r14,%rdx), %r14
  decq %rax
  jne .L2

# A multiplied index takes 2: 2 + 2, as a number read digit by digit.
# CHECK: f,.L3,{{[0-9]+}},4,sapphirerapids,1.00,4.00,4.00,4.00,latency
.L3:
  leal (%rcx,%rcx,4), %ecx
  leal (%rdx,%rcx,2), %ecx
  decq %rax
  jne .L3

# Two micro-ops on p0, p6 each and one for the branch: 5 / 2. 1 each along the chain.
# CHECK: f,.L4,{{[0-9]+}},4,sapphirerapids,2.50,2.00,2.00,2.50,ports
.L4:
  shlq %cl, %rdx
  rolq %cl, %rdx
  decq %rax
  jne .L4

# Loads of a lower half: 4 on p1, p5.
# CHECK: f,.L5,{{[0-9]+}},6,sapphirerapids,2.00,1.00,{{.*}},2.00,ports
.L5:
  vmovlps (%rsi), %xmm0, %xmm0
  vmovlps 8(%rsi), %xmm1, %xmm1
  vmovlps 16(%rsi), %xmm2, %xmm2
  vmovlps 24(%rsi), %xmm3, %xmm3
  decq %rax
  jne .L5

  ret

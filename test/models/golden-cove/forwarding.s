# Which loads get what a store just wrote, and when.
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=csv %s | FileCheck %s

.text
f:
# A load of its own is, by the same base and displacement: addq 1.
# CHECK: f,.L4,{{[0-9]+}},5,sapphirerapids,1.00,1.00,7.00,1.00,latency
.L4:
  movq 8(%rdi), %rcx
  addq %rdx, %rcx
  movq %rcx, 8(%rdi)
  decq %rax
  jne .L4

# With an index it is not: 5 and 1.
# CHECK: f,.L5,{{[0-9]+}},5,sapphirerapids,1.00,6.00,7.00,6.00,latency
.L5:
  movq 8(%rdi,%rsi), %rcx
  addq %rdx, %rcx
  movq %rcx, 8(%rdi,%rsi)
  decq %rax
  jne .L5

# Through memory to an addition of doubles: 5 and 3.
# CHECK: f,.L6,{{[0-9]+}},5,sapphirerapids,1.00,8.00,{{[0-9.]+}},8.00,latency
.L6:
  movapd %xmm1, %xmm0
  addsd 8(%rdi), %xmm0
  movsd %xmm0, 8(%rdi)
  decq %rax
  jne .L6

# The index of the store is enough.
# CHECK: f,.L7,{{[0-9]+}},6,sapphirerapids,1.00,6.00,7.00,6.00,latency
.L7:
  movq 8(%rdi), %rcx
  addq %rdx, %rcx
  xorl %esi, %esi
  movq %rcx, 8(%rdi,%rsi)
  decq %rax
  jne .L7

# The register may be another: rcx is rdi of the next trip.
# CHECK: f,.L8,{{[0-9]+}},7,sapphirerapids,1.00,1.00,7.00,1.00,
.L8:
  movl (%rdi), %edx
  leaq 4(%rdi), %rcx
  addl %esi, %edx
  movl %edx, (%rcx)
  addq $4, %rdi
  decq %rax
  jne .L8

# What was stored two trips ago is not renamed: 6 in two trips.
# CHECK: f,.L9,{{[0-9]+}},6,sapphirerapids,1.00,3.00,7.00,3.00,latency
.L9:
  movq (%rdi), %rcx
  addq %rdx, %rcx
  movq %rcx, 16(%rdi)
  addq $8, %rdi
  decq %rax
  jne .L9

# Updates by a constant are renamed, those by a register are not: 7 are expected
# and 6 proved.
# CHECK: f,.L10,{{[0-9]+}},3,sapphirerapids,1.00,1.00,7.00,1.00,
.L10:
  addq $8, (%rdi)
  decq %rax
  jne .L10
# CHECK: f,.L11,{{[0-9]+}},3,sapphirerapids,1.00,7.00,7.00,7.00,latency,yes,,6.00,7.00
.L11:
  addq %rdx, (%rdi)
  decq %rax
  jne .L11

# Neither are the operands of SBB, loads of 16 bits and those of a sign, which take
# a cycle more.
# CHECK: f,.L12,{{[0-9]+}},4,sapphirerapids,1.00,6.00,{{[0-9.]+}},6.00,latency
.L12:
  sbbq (%rdi), %rcx
  movq %rcx, (%rdi)
  decq %rax
  jne .L12
# CHECK: f,.L13,{{[0-9]+}},5,sapphirerapids,1.00,6.00,{{[0-9.]+}},6.00,latency
.L13:
  movzwl (%rdi), %ecx
  addl %edx, %ecx
  movw %cx, (%rdi)
  decq %rax
  jne .L13
# CHECK: f,.L14,{{[0-9]+}},5,sapphirerapids,1.00,7.00,{{[0-9.]+}},7.00,latency
.L14:
  movslq (%rdi), %rcx
  addl %edx, %ecx
  movl %ecx, (%rdi)
  decq %rax
  jne .L14

  ret

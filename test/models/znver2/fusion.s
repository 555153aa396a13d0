# Pairs that take one issue slot.
# RUN: kernel-opt --cpu=znver2 --format=csv %s | FileCheck %s

.text
f:
# cmp and jne are one: with the 5 moves 6 slots.
# CHECK: f,.L0,{{[0-9]+}},7,znver2,1.00,0.00,1.00,1.00,issue
.L0:
  movl %eax, %r8d
  movl %eax, %r9d
  movl %eax, %r10d
  movl %eax, %r11d
  movl %eax, %r12d
  cmpq %rdi, %rcx
  jne .L0

# dec and jne are two: 7 slots of 6.
# CHECK: f,.L1,{{[0-9]+}},7,znver2,1.17,1.00,1.00,1.17,issue
.L1:
  movl %eax, %r8d
  movl %eax, %r9d
  movl %eax, %r10d
  movl %eax, %r11d
  movl %eax, %r12d
  decq %rdx
  jne .L1

# A NOP takes a slot: 5 moves, 2 of them, and the pair are 8/6, in one line of
# 8 instructions.
# CHECK: f,.L2,{{[0-9]+}},9,znver2,1.33,0.00,1.00,1.33,issue
.L2:
  movl %eax, %r8d
  nop
  movl %eax, %r9d
  nop
  movl %eax, %r10d
  movl %eax, %r11d
  movl %eax, %r12d
  cmpq %rdi, %rcx
  jne .L2

  ret

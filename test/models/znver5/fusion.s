# Pairs that take one issue slot.
# RUN: kernel-opt --bounds-only --cpu=znver5 --format=csv %s | FileCheck %s

.text
f:
# cmp and jne are one: with the 7 moves 8 slots.
# CHECK: f,.L0,{{[0-9]+}},9,znver5,1.00,0.00,1.00,1.00,issue
.L0:
  movl %eax, %r8d
  movl %eax, %r9d
  movl %eax, %r10d
  movl %eax, %r11d
  movl %eax, %r12d
  movl %eax, %r13d
  movl %eax, %r14d
  cmpq %rdi, %rcx
  jne .L0

# dec and jne are one, too: 8 slots.
# CHECK: f,.L1,{{[0-9]+}},9,znver5,1.00,1.00,1.00,1.00,issue
.L1:
  movl %eax, %r8d
  movl %eax, %r9d
  movl %eax, %r10d
  movl %eax, %r11d
  movl %eax, %r12d
  movl %eax, %r13d
  movl %eax, %r14d
  decq %rdx
  jne .L1

# A NOP is a part of what stands before it: the slots are the same.
# CHECK: f,.L2,{{[0-9]+}},12,znver5,1.00,0.00,1.00,1.00,issue
.L2:
  movl %eax, %r8d
  nop
  movl %eax, %r9d
  nop
  movl %eax, %r10d
  nop
  movl %eax, %r11d
  movl %eax, %r12d
  movl %eax, %r13d
  movl %eax, %r14d
  cmpq %rdi, %rcx
  jne .L2

  ret

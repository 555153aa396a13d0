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

# A NOP is a slot of its own: 11 of 8.
# CHECK: f,.L2,{{[0-9]+}},12,znver5,1.38,0.00,1.00,1.38,issue
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

# A move and an operation on what it wrote are one slot, of the operation: 4 and the
# branch on 6 units, and 4 moves that are none: 9 slots of 8.
# CHECK: f,.L3,{{[0-9]+}},14,znver5,1.13,0.00,{{[0-9.]+}},1.13,issue
.L3:
  movl %eax, %r8d
  addl $1, %r8d
  movl %eax, %r9d
  xorl %ebx, %r9d
  movq %rax, %r10
  shlq $3, %r10
  movq %rax, %r11
  incq %r11
  movl %eax, %r12d
  movl %eax, %r13d
  movl %eax, %r14d
  movl %eax, %r15d
  cmpq %rdi, %rcx
  jne .L3

# Not so with a rotation, another width or another register: 13 slots, and a second
# lookup of the micro-op cache.
# CHECK: f,.L4,{{[0-9]+}},14,znver5,3.00,1.00,4.00,3.00,frontend
.p2align 6
.L4:
  movl %eax, %r8d
  roll $3, %r8d
  movl %eax, %r9d
  addq %rbx, %r9
  movq %rax, %r10
  addq $1, %rbx
  movq %rax, %r11
  negq %r11
  movl %eax, %r12d
  imull %ebx, %r12d
  movl $1, %r13d
  addl $1, %r13d
  cmpq %rdi, %rcx
  jne .L4

  ret

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

# A comparison of memory with a constant is one slot with its branch, with a
# displacement of a byte or with a constant of one (measured 1.6 for three such
# pairs, six NOPs and the branch of the loop, which are 13 slots apart).
# CHECK: f,.L10,{{[0-9]+}},{{[0-9]+}},znver5,1.33,
	.p2align 6
.L10:
  .rept 3
  cmpl $1000, 8(%rdi)
  jo .LE10
  nop
  nop
  .endr
  decq %rcx
  jne .L10
.LE10:
  ret

# Not if both take four bytes (measured 3.0), as the immediate of a test does.
# CHECK: f,.L11,{{[0-9]+}},{{[0-9]+}},znver5,3.00,
	.p2align 6
.L11:
  .rept 2
  cmpl $1000, 800(%rdi)
  jo .LE11
  nop
  nop
  .endr
  testl $1, 800(%rdi)
  jo .LE11
  nop
  nop
  decq %rcx
  jne .L11
.LE11:
  ret

# Nor if the address is relative to the code.
# CHECK: f,.L12,{{[0-9]+}},{{[0-9]+}},znver5,3.00,
	.p2align 6
.L12:
  .rept 3
  cmpl %eax, f(%rip)
  jo .LE12
  nop
  nop
  .endr
  decq %rcx
  jne .L12
.LE12:
  ret

# Pairs that take one issue slot.
# RUN: kernel-opt --bounds-only --cpu=znver2 --format=csv %s | FileCheck %s -DCPU=znver2 --check-prefixes=CHECK,ZEN2
# RUN: kernel-opt --bounds-only --cpu=znver3 --format=csv %s | FileCheck %s -DCPU=znver3 --check-prefixes=CHECK,ZEN3
# RUN: kernel-opt --bounds-only --cpu=znver4 --format=csv %s | FileCheck %s -DCPU=znver4 --check-prefixes=CHECK,ZEN4

.text
f:
# cmp and jne are one: with the 5 moves 6 slots.
# CHECK: f,.L0,{{[0-9]+}},7,[[CPU]],1.00,0.00,1.00,1.00,issue
.L0:
  movl %eax, %r8d
  movl %eax, %r9d
  movl %eax, %r10d
  movl %eax, %r11d
  movl %eax, %r12d
  cmpq %rdi, %rcx
  jne .L0

# znver2: dec and jne are two: 7 slots of 6.
# ZEN2: f,.L1,{{[0-9]+}},7,[[CPU]],1.17,1.00,1.00,1.17,issue
# znver3, znver4: dec and jne are one, too: 6 slots.
# ZEN3: f,.L1,{{[0-9]+}},7,[[CPU]],1.00,1.00,1.00,1.00,issue
# ZEN4: f,.L1,{{[0-9]+}},7,[[CPU]],1.00,1.00,1.00,1.00,issue
.L1:
  movl %eax, %r8d
  movl %eax, %r9d
  movl %eax, %r10d
  movl %eax, %r11d
  movl %eax, %r12d
  decq %rdx
  jne .L1

# A NOP is a part of what stands before it: the slots are the same.
# ZEN4: f,.L2,{{[0-9]+}},10,[[CPU]],1.00,0.00,1.00,1.00,issue
.L2:
  movl %eax, %r8d
  nop
  movl %eax, %r9d
  nop
  movl %eax, %r10d
  nop
  movl %eax, %r11d
  movl %eax, %r12d
  cmpq %rdi, %rcx
  jne .L2

  ret

# A NOP takes a slot: 5 moves, 2 of them, and the pair are 8/6, in one line of
# 8 instructions.
# ZEN2: f,.L2.znver2,{{[0-9]+}},9,[[CPU]],1.33,0.00,1.00,1.33,issue
# ZEN3: f,.L2.znver2,{{[0-9]+}},9,[[CPU]],1.33,0.00,1.00,1.33,issue
.L2.znver2:
  movl %eax, %r8d
  nop
  movl %eax, %r9d
  nop
  movl %eax, %r10d
  movl %eax, %r11d
  movl %eax, %r12d
  cmpq %rdi, %rcx
  jne .L2.znver2

  ret

# Integer instructions.
# RUN: kernel-opt --bounds-only --cpu=znver1 --format=csv %s | FileCheck %s

.text
f:
# 7 additions on four ALUs with decq and jne: 9/4 = 2.25; 9 slots of 6: 1.50.
# CHECK: f,.L0,{{[0-9]+}},9,znver1,2.25,1.00,1.00,2.25,ports
.L0:
  addq $1, %rcx
  addq $1, %rdx
  addq $1, %rbx
  addq $1, %rsi
  addq $1, %rdi
  addq $1, %r8
  addq $1, %r9
  decq %rax
  jne .L0

# The same with cmpq and jne, which fuse: 8/4 = 2.00.
# CHECK: f,.L1,{{[0-9]+}},9,znver1,2.00,1.00,1.00,2.00,ports
.L1:
  addq $1, %rcx
  addq $1, %rdx
  addq $1, %rbx
  addq $1, %rsi
  addq $1, %rdi
  addq $1, %r8
  addq $1, %r9
  cmpq %r10, %r11
  jne .L1

# 32-bit imul on alu1, one a cycle, latency 3: 3.00.
# CHECK: f,.L2,{{[0-9]+}},5,znver1,3.00,3.00,3.00,3.00,ports
.L2:
  imull %ecx, %edx
  imull %ecx, %ebx
  imull %ecx, %esi
  decq %rax
  jne .L2

# 64-bit imul: the multiplier two cycles each, latency 4: 4.00.
# CHECK: f,.L3,{{[0-9]+}},4,znver1,4.00,4.00,4.00,4.00,unit
.L3:
  imulq %rcx, %rdx
  imulq %rcx, %rbx
  decq %rax
  jne .L3

# Shifts on all four ALUs: (6 + 2)/4 = 2.00.
# CHECK: f,.L4,{{[0-9]+}},8,znver1,2.00,1.00,1.00,2.00,ports
.L4:
  shlq $1, %rcx
  shlq $1, %rdx
  shlq $1, %rbx
  shlq $1, %rsi
  shlq $1, %rdi
  shlq $1, %r8
  decq %rax
  jne .L4

# leaq of three components: 2 cycles.
# CHECK: f,.L5,{{[0-9]+}},3,znver1,1.00,2.00,2.00,2.00,latency
.L5:
  leaq 8(%rcx,%rcx,2), %rcx
  decq %rax
  jne .L5

# Two additions to memory and two loads: an address serves the load and the store: 4/2 = 2.00;
# two stores 2.00. Path 4 + 1 + 1 = 6.
# CHECK: f,.L6,{{[0-9]+}},7,znver1,2.00,1.00,6.00,2.00,ports
.L6:
  addq %rcx, (%rdi)
  addq %rdx, 8(%rdi)
  movq (%rsi), %rbx
  movq 8(%rsi), %r8
  addq $16, %rdi
  decq %rax
  jne .L6

# divl: divider 14, latency 14, and 22 expected, carried through eax.
# CHECK: f,.L7,{{[0-9]+}},3,znver1,14.00,22.00,22.00,22.00,latency
.L7:
  divl %ecx
  decq %r10
  jne .L7

  ret

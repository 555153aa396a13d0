# Loads of integers that are not renamed: what they take alone, as operands, beside
# others, and behind a store into a part of a word.
# RUN: kernel-opt --bounds-only --cpu=znver3 --format=csv %s | FileCheck %s

.text
f:
# Alone: 6 and the addition. Measured are 7.5 cycles.
# CHECK: f,.L0,{{[0-9]+}},5,znver3,{{[^,]+}},7.00,{{[^,]+}},7.00,latency,yes,,7.00,
.L0:
  movzbl (%rdi), %eax
  addl $1, %eax
  movb %al, (%rdi)
  cmpq %rsi, %rdx
  jne .L0

# As the operand of an addition: 7.4 to 8.1, and of a multiplication 9.0.
# CHECK: f,.L1,{{[0-9]+}},4,znver3,{{[^,]+}},8.00,{{[^,]+}},8.00,latency,yes,,7.00,
.L1:
  addl (%rdi), %eax
  movl %eax, (%rdi)
  cmpq %rsi, %rdx
  jne .L1
# CHECK: f,.L2,{{[0-9]+}},4,znver3,{{[^,]+}},9.00,{{[^,]+}},9.00,latency,yes,,9.00,
.L2:
  imull (%rdi), %eax
  movl %eax, (%rdi)
  cmpq %rsi, %rdx
  jne .L2

# Beside another one, which is an operand: 9.8 for the longer chain (8 at least).
# CHECK: f,.L3,{{[0-9]+}},8,znver3,{{[^,]+}},9.00,{{[^,]+}},9.00,latency,yes,,8.00,
.L3:
  movzbl (%rdi), %eax
  addl $1, %eax
  addl $1, %eax
  movb %al, (%rdi)
  addl 64(%rdi), %ecx
  movl %ecx, 64(%rdi)
  cmpq %rsi, %rdx
  jne .L3

# Behind a store into a part of a word: 26.0. Behind one that fills a word: 19.0.
# CHECK: f,.L4,{{[0-9]+}},5,znver3,{{[^,]+}},26.00,{{[^,]+}},26.00,latency,yes,,19.00,
.L4:
  movl (%rdi), %eax
  addl $1, %eax
  movb %al, 1(%rdi)
  cmpq %rsi, %rdx
  jne .L4
# CHECK: f,.L5,{{[0-9]+}},5,znver3,{{[^,]+}},19.00,{{[^,]+}},19.00,latency,yes,,19.00,
.L5:
  movq (%rdi), %rax
  addl $1, %eax
  movl %eax, 4(%rdi)
  cmpq %rsi, %rdx
  jne .L5
# Vectors: 28.0.
# CHECK: f,.L6,{{[0-9]+}},5,znver3,{{[^,]+}},28.00,{{[^,]+}},28.00,latency,yes,,21.00,
.L6:
  vmovups (%rdi), %xmm0
  vpaddd %xmm1, %xmm0, %xmm0
  vmovss %xmm0, 2(%rdi)
  cmpq %rsi, %rdx
  jne .L6

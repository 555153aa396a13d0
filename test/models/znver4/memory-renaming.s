# A plain load of what was stored last gets it at no cost, other loads after 6.
# RUN: kernel-opt --bounds-only --cpu=znver4 --format=csv %s | FileCheck %s

.text
f:
# The sum in memory, by one operand: 1 for the addition, nothing for memory.
# From elsewhere it is 4, 1 and 1 for the store.
# CHECK: f,.L0,{{[0-9]+}},5,znver4,1.00,1.00,6.00,1.00,latency
.L0:
  movq 8(%rsp), %rax
  addq %rcx, %rax
  movq %rax, 8(%rsp)
  cmpq %rdi, %rsi
  jne .L0

# The same by read-modify-write.
# CHECK: f,.L1,{{[0-9]+}},3,znver4,1.00,1.00,6.00,1.00,latency
.L1:
  addl %ecx, (%rbx)
  cmpq %rdi, %rsi
  jne .L1

# By two names of an address, 16(%rbx) and then 8(%rbx), it is the same.
# CHECK: f,.L2,{{[0-9]+}},6,znver4,1.00,1.00,6.00,1.00,latency
.L2:
  movq 8(%rbx), %rax
  addq %rcx, %rax
  movq %rax, 16(%rbx)
  addq $8, %rbx
  cmpq %rdi, %rsi
  jne .L2

# A vector is not renamed: 9 and the addition.
# CHECK: f,.L3,{{[0-9]+}},5,znver4,1.00,12.00,11.00,12.00,latency
.L3:
  movsd 8(%rsp), %xmm0
  addsd %xmm1, %xmm0
  movsd %xmm0, 8(%rsp)
  cmpq %rdi, %rsi
  jne .L3

# Two trips back, which wait side by side: 6 and 1 over 2 at least, 7 and 1 expected.
# Measured are 3.7 cycles.
# CHECK: f,.L4,{{[0-9]+}},6,znver4,1.00,4.00,6.00,4.00,latency,yes,,3.50,
.L4:
  movq (%rbx), %rax
  addq %rcx, %rax
  movq %rax, 16(%rbx)
  addq $8, %rbx
  cmpq %rdi, %rsi
  jne .L4

# As the operand of an addition: 6 and 1 at least, 7 and 1 expected. Measured are 7.8.
# CHECK: f,.L5,{{[0-9]+}},5,znver4,1.00,8.00,6.00,8.00,latency,yes,,7.00,
.L5:
  movq %rcx, %rax
  addq 8(%rsp), %rax
  movq %rax, 8(%rsp)
  cmpq %rdi, %rsi
  jne .L5

# A byte: 6. Updated in memory: 5 and 1.
# CHECK: f,.L6,{{[0-9]+}},4,znver4,1.00,6.00,5.00,6.00,latency
.L6:
  movzbl (%rbx), %eax
  movb %al, (%rbx)
  cmpq %rdi, %rsi
  jne .L6
# CHECK: f,.L7,{{[0-9]+}},3,znver4,1.00,6.00,6.00,6.00,latency
.L7:
  incb (%rbx)
  cmpq %rdi, %rsi
  jne .L7

# By the width of the store: ymm 10, zmm 12.
# CHECK: f,.L8,{{[0-9]+}},4,znver4,1.00,10.00,8.00,10.00,latency
.L8:
  vmovups (%rbx), %ymm0
  vmovups %ymm0, (%rbx)
  cmpq %rdi, %rsi
  jne .L8
# CHECK: f,.L9,{{[0-9]+}},4,znver4,2.00,12.00,9.00,12.00,latency
.L9:
  vmovups (%rbx), %zmm0
  vmovups %zmm0, (%rbx)
  cmpq %rdi, %rsi
  jne .L9

# The operand of an addition whose address has an index: nothing and 1.
# CHECK: f,.L10,{{[0-9]+}},5,znver4,1.00,1.00,{{[0-9.]+}},1.00,
.L10:
  movq %rcx, %rax
  addq (%rbx,%rdx), %rax
  movq %rax, (%rbx,%rdx)
  cmpq %rdi, %rsi
  jne .L10
# So it is of a conditional move and of a shift by BMI2 with any address.
# CHECK: f,.L11,{{[0-9]+}},4,znver4,1.00,1.00,6.00,1.00,
.L11:
  cmovbq 8(%rsp), %rax
  movq %rax, 8(%rsp)
  decq %rdi
  jne .L11
# CHECK: f,.L12,{{[0-9]+}},4,znver4,1.00,1.00,{{[0-9.]+}},1.00,
.L12:
  rorxq $1, 8(%rsp), %rax
  movq %rax, 8(%rsp)
  decq %rdi
  jne .L12

# The element before, stored in this trip's turn by an earlier instruction: a later
# execution of the store stands between. 6 and 1, over 2.
# CHECK: f,.L13,{{[0-9]+}},6,znver4,1.00,3.50,{{[0-9.]+}},3.50,latency
.L13:
  movq %rax, 8(%rbx)
  movq (%rbx), %rax
  incq %rax
  addq $8, %rbx
  cmpq %rdi, %rsi
  jne .L13

# 15 stores between, and 16.
# CHECK: f,.L14,{{[0-9]+}},20,znver4,{{[0-9.]+}},1.00,{{[0-9.]+}},
.L14:
  movq (%rbx), %rax
  incq %rax
  movq %rax, (%rbx)
  .irp d, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120
  movb %cl, \d(%rbx)
  .endr
  decq %rdi
  jne .L14
# CHECK: f,.L15,{{[0-9]+}},21,znver4,{{[0-9.]+}},7.00,{{[0-9.]+}},
.L15:
  movq (%rbx), %rax
  incq %rax
  movq %rax, (%rbx)
  .irp d, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128
  movb %cl, \d(%rbx)
  .endr
  decq %rdi
  jne .L15

# An update of what a vector stored, and the vector again: 3 for the addition, 6 to the
# operand of the update, 1 for that, and 8 back. Measured are 17.9 to 19.0 cycles.
# CHECK: f,.L16,{{[0-9]+}},6,znver4,{{[0-9.]+}},18.00,{{[0-9.]+}},18.00,latency
.L16:
  vmovss (%rbx), %xmm1
  vaddss %xmm0, %xmm1, %xmm1
  vmovss %xmm1, (%rbx)
  andl $-16, (%rbx)
  decq %rdi
  jne .L16

# What adds from memory gets what a vector stored after 6, as a plain load: 4, 6, 1.
# Measured are 10.96.
# CHECK: f,.L17,{{[0-9]+}},5,znver4,{{[0-9.]+}},11.00,{{[0-9.]+}},11.00,latency
.L17:
  vmovd %eax, %xmm1
  vmovss %xmm1, (%rbx)
  addl (%rbx), %eax
  decq %rdi
  jne .L17

# From an update to a vector: 1, 8 and 2 to the register. Measured are 10.97.
# CHECK: f,.L18,{{[0-9]+}},5,znver4,{{[0-9.]+}},11.00,{{[0-9.]+}},11.00,latency
.L18:
  addl %eax, (%rbx)
  vmovss (%rbx), %xmm1
  vmovd %xmm1, %eax
  decq %rdi
  jne .L18

  ret

# The choice of integer units, measured on Zen 4.
# RUN: kernel-opt --cpu=znver4 --format=csv %s | FileCheck %s
.text
# Two multiplications, then two rotations: measured 2.00, rotations go to the other unit.
# CHECK: after,{{.*}},2.00,
after:
.L0:
  imulq $3, %r11, %rax
  imulq $3, %r11, %rbx
  rorxq $1, %r11, %rcx
  rorxq $1, %r11, %rdx
  decq %rdi
  jne .L0
  ret
# A subtraction with its branch takes one of two units: measured 4.50 with 8
# conditional moves.
# CHECK: moves,{{.*}},4.50,ports
moves:
.L2:
  .irp r, rax, rbx, rcx, rdx, rsi, r8, r9, r10
  cmovbq %r12, %\r
  .endr
  decq %rdi
  jne .L2
  ret
# lea with three components: 2 cycles from the base, 1 from the index.
# CHECK: base,{{.*}},2.00,latency
base:
.L3:
  leaq 8(%rax,%rbx,2), %rax
  decq %rdi
  jne .L3
  ret
# CHECK: index,{{.*}},1.00,
index:
.L4:
  leaq 8(%rbx,%rax,2), %rax
  decq %rdi
  jne .L4
  ret

# Pairs that rename as one micro-op on p0, p6, in loops of nothing else that is bound there.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# addq and cmpq+jne: 6 + 1 + 1 slots, 8/4 = 2.00. p0156: 8/4 = 2.00 too (ports are named first).
# Path addq to cmpq 2.
# CHECK: f,.L0,{{[0-9]+}},9,skylake-avx512,2.00,1.00,2.00,2.00,ports
.L0:
  addq $1, %rcx
  addq $1, %rdx
  addq $1, %rbx
  addq $1, %rsi
  addq $1, %rdi
  addq $1, %r8
  addq $1, %r9
  cmpq %r9, %r10
  jne .L0

# cmpq with memory and immediate does not fuse: micro-ops on p0156 7 + 1 + 1 = 9, 9/4 = 2.25;
# slots 7 + 1 (fused load) + 1 = 9: 2.25.
# CHECK: f,.L1,{{[0-9]+}},9,skylake-avx512,2.25,1.00,6.00,2.25,ports
.L1:
  addq $1, %rcx
  addq $1, %rdx
  addq $1, %rbx
  addq $1, %rsi
  addq $1, %rdi
  addq $1, %r8
  addq $1, %r9
  cmpq $5, (%r10)
  jne .L1

# incq leaves the carry alone: no fusion with jb. 7 + 1 + 1 = 9: 2.25.
# CHECK: f,.L2,{{[0-9]+}},9,skylake-avx512,2.25,1.00,1.00,2.25,ports
.L2:
  addq $1, %rcx
  addq $1, %rdx
  addq $1, %rbx
  addq $1, %rsi
  addq $1, %rdi
  addq $1, %r8
  addq $1, %r9
  incq %r10
  jb .L2

# testq fuses also with js: 7 + 1: 2.00.
# CHECK: f,.L3,{{[0-9]+}},9,skylake-avx512,2.00,1.00,1.00,2.00,ports
.L3:
  addq $1, %rcx
  addq $1, %rdx
  addq $1, %rbx
  addq $1, %rsi
  addq $1, %rdi
  addq $1, %r8
  addq $1, %r9
  testq %r10, %r10
  js .L3

# cmpq with js does not: 7 + 1 + 1: 2.25.
# CHECK: f,.L4,{{[0-9]+}},9,skylake-avx512,2.25,1.00,1.00,2.25,ports
.L4:
  addq $1, %rcx
  addq $1, %rdx
  addq $1, %rbx
  addq $1, %rsi
  addq $1, %rdi
  addq $1, %r8
  addq $1, %r9
  cmpq %r10, %r11
  js .L4

# 24 NOPs of 5 bytes, 4 of 1 and incq of 3; testq is at bytes 127 to 129, across a line, but
# js does not start one: they fuse, 30 slots, 7.50. (The front end: 7 and 6 micro-ops from the
# cache, 17 instructions, the pair as one, through the decoders, and a switch: 3 + 5 + 1.)
# CHECK: f,.L5,{{[0-9]+}},31,skylake-avx512,9.00,{{.*}},frontend
  .p2align 6
.L5:
  .rept 24
  nopl 8(%rax,%rax)
  .endr
  nop
  nop
  nop
  nop
  incq %rcx
  testq %rdx, %rdx
  js .L5

# 11 NOPs of 5 bytes, 3 of 1, incq and testq end at byte 64; the branch starts the next line
# of the cache, and is not fused: 17 slots, 4.25. (Measured with 9 and 7 NOPs: 4.75 for 19.)
# CHECK: f,.L6,{{[0-9]+}},17,skylake-avx512,4.25,
  .p2align 6
.L6:
  .rept 11
  nopl 8(%rax,%rax)
  .endr
  nop
  nop
  nop
  incq %rcx
  testq %rdx, %rdx
  js .L6

# The same without .p2align: nothing is known of the line. 16 slots, 4.00.
# CHECK: f,.L7,{{[0-9]+}},17,skylake-avx512,4.00,
.L7:
  .rept 11
  nopl 8(%rax,%rax)
  .endr
  nop
  nop
  nop
  incq %rcx
  testq %rdx, %rdx
  js .L7

  ret

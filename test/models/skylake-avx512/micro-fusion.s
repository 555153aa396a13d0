# A load and its operation take one issue slot of the 4 a cycle, except where an index register
# un-laminates them.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# 3 vaddpd ymm with load, no index: 3/2 = 1.50; 3 + 1 slots: 1.00. Path 7 + 4 = 11.
# CHECK: f,.L0,{{[0-9]+}},5,skylake-avx512,1.50,1.00,11.00,1.50,ports
.L0:
  vaddpd (%rdi), %ymm0, %ymm1
  vaddpd 32(%rdi), %ymm0, %ymm2
  vaddpd 64(%rdi), %ymm0, %ymm3
  decq %rax
  jne .L0

# With an index, three operands: 6 + 1 slots: 7/4 = 1.75.
# CHECK: f,.L1,{{[0-9]+}},5,skylake-avx512,1.75,1.00,11.00,1.75,issue
.L1:
  vaddpd (%rdi,%rcx,8), %ymm0, %ymm1
  vaddpd 32(%rdi,%rcx,8), %ymm0, %ymm2
  vaddpd 64(%rdi,%rcx,8), %ymm0, %ymm3
  decq %rax
  jne .L1

# Converts of one element merge into their destination, so they stay fused even with
# an index: 4 of 2 stores and 2 converts, 2 pxor, 2 nops, the branch: 9/4 = 2.25.
# CHECK: f,.L4,{{[0-9]+}},10,skylake-avx512,2.25,1.00,10.00,2.25,issue
.L4:
  pxor %xmm0, %xmm0
  cvtss2sd (%rdi,%rcx,4), %xmm0
  movsd %xmm0, (%rsi,%rcx,8)
  pxor %xmm1, %xmm1
  cvtss2sd 4(%rdi,%rcx,4), %xmm1
  movsd %xmm1, 8(%rsi,%rcx,8)
  nop
  nop
  decq %rax
  jne .L4

# Two operands stay fused: addq with index 3 + 1 slots: 1.00; p2,p3 3/2 = 1.50. Path 5 + 1 = 6.
# CHECK: f,.L2,{{[0-9]+}},5,skylake-avx512,1.50,1.00,6.00,1.50,ports
.L2:
  addq (%rdi,%r10,8), %rcx
  addq 8(%rdi,%r10,8), %rdx
  addq 16(%rdi,%r10,8), %rbx
  decq %rax
  jne .L2

# An addition to memory, the next word each trip: load and add, two halves of a store: 2 slots.
# Store data 1.00. Path 5 + 1 + 1 = 7.
# CHECK: f,.L3,{{[0-9]+}},4,skylake-avx512,1.00,1.00,7.00,1.00,ports
.L3:
  addq %rcx, (%rdi)
  addq $8, %rdi
  decq %rax
  jne .L3

  ret

# Store and load with the same operand: the datum comes at no cost.
# RUN: kernel-opt --bounds-only --cpu=znver2 --format=csv %s | FileCheck %s -DCPU=znver2 --check-prefixes=ZEN2
# RUN: kernel-opt --bounds-only --cpu=znver3 --format=csv %s | FileCheck %s -DCPU=znver3 --check-prefixes=ZEN3
# RUN: kernel-opt --bounds-only --cpu=znver5 --format=csv %s | FileCheck %s -DCPU=znver5 --check-prefixes=ZEN5

.text
f:
# The sum in memory, by one operand: 1 for the addition, nothing for memory.
# From elsewhere it is 4, 1 and 1 for the store.
# ZEN2: f,.L0,{{[0-9]+}},5,[[CPU]],1.00,1.00,6.00,1.00,unit
# ZEN3: f,.L0,{{[0-9]+}},5,[[CPU]],1.00,1.00,6.00,1.00,latency
# ZEN5: f,.L0,{{[0-9]+}},5,[[CPU]],1.00,1.00,6.00,1.00,latency
.L0:
  movq 8(%rsp), %rax
  addq %rcx, %rax
  movq %rax, 8(%rsp)
  cmpq %rdi, %rsi
  jne .L0

# The same by read-modify-write.
# ZEN2: f,.L1,{{[0-9]+}},3,[[CPU]],1.00,1.00,6.00,1.00,unit
# ZEN3: f,.L1,{{[0-9]+}},3,[[CPU]],1.00,1.00,6.00,1.00,latency
# ZEN5: f,.L1,{{[0-9]+}},3,[[CPU]],1.00,1.00,6.00,1.00,latency
.L1:
  addl %ecx, (%rbx)
  cmpq %rdi, %rsi
  jne .L1

# By two names of an address, 16(%rbx) and then 8(%rbx): 7 from datum to value,
# and 1. Zen 3 and Zen 5 rename by the address.
# ZEN2: f,.L2,{{[0-9]+}},6,[[CPU]],1.00,8.00,6.00,8.00,latency
# ZEN3: f,.L2,{{[0-9]+}},6,[[CPU]],1.00,1.00,6.00,1.00,latency
# ZEN5: f,.L2,{{[0-9]+}},6,[[CPU]],1.00,1.00,6.00,1.00,latency
.L2:
  movq 8(%rbx), %rax
  addq %rcx, %rax
  movq %rax, 16(%rbx)
  addq $8, %rbx
  cmpq %rdi, %rsi
  jne .L2

# A vector is not renamed: 8, on Zen 3 9, and the addition.
# ZEN2: f,.L3,{{[0-9]+}},5,[[CPU]],1.00,11.00,11.00,11.00,latency
# ZEN3: f,.L3,{{[0-9]+}},5,[[CPU]],1.00,12.00,11.00,12.00,latency
# ZEN5: f,.L3,{{[0-9]+}},5,[[CPU]],1.00,12.00,11.00,12.00,latency
.L3:
  movsd 8(%rsp), %xmm0
  addsd %xmm1, %xmm0
  movsd %xmm0, 8(%rsp)
  cmpq %rdi, %rsi
  jne .L3

  ret

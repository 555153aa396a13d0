# Which loads get what a store just wrote, and when.
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=csv %s | FileCheck %s

.text
f:
# A load of its own is, by the same base and displacement: addq 1.
# CHECK: f,.L4,{{[0-9]+}},5,sapphirerapids,1.00,1.00,7.00,1.00,latency
.L4:
  movq 8(%rdi), %rcx
  addq %rdx, %rcx
  movq %rcx, 8(%rdi)
  decq %rax
  jne .L4

# With an index it is not: 6 and 1.
# CHECK: f,.L5,{{[0-9]+}},5,sapphirerapids,1.00,7.00,7.00,7.00,latency
.L5:
  movq 8(%rdi,%rsi), %rcx
  addq %rdx, %rcx
  movq %rcx, 8(%rdi,%rsi)
  decq %rax
  jne .L5

# Through memory to an addition of doubles: 5 and 3.
# CHECK: f,.L6,{{[0-9]+}},5,sapphirerapids,1.00,8.00,{{[0-9.]+}},8.00,latency
.L6:
  movapd %xmm1, %xmm0
  addsd 8(%rdi), %xmm0
  movsd %xmm0, 8(%rdi)
  decq %rax
  jne .L6

  ret

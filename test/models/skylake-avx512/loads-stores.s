# Loads on p2,p3; store data on p4; a store address goes to p7, too, unless it has an
# index register.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# 3 loads: 3/2 = 1.50. Latency of a ymm load 7.
# CHECK: f,.L0,{{[0-9]+}},5,skylake-avx512,1.50,1.00,7.00,1.50,ports
.L0:
  vmovupd (%rdi), %ymm0
  vmovupd 32(%rdi), %ymm1
  vmovupd 64(%rdi), %ymm2
  decq %rax
  jne .L0

# Loads by class: general register 5, double 5, xmm 6. 3/2 = 1.50; path 6.
# CHECK: f,.L1,{{[0-9]+}},5,skylake-avx512,1.50,1.00,6.00,1.50,ports
.L1:
  movq (%rdi), %rcx
  vmovsd 8(%rdi), %xmm0
  vmovups 16(%rdi), %xmm1
  decq %rax
  jne .L1

# 2 loads and 2 stores without index: p4 2/1 = 2.00, addresses and loads (2+2)/3 = 1.33.
# A store 1 after a load of 5 that it does not use: path 5.
# CHECK: f,.L2,{{[0-9]+}},6,skylake-avx512,2.00,1.00,5.00,2.00,ports
.L2:
  vmovsd (%rdi), %xmm0
  vmovsd 8(%rdi), %xmm1
  vmovsd %xmm2, (%rsi)
  vmovsd %xmm3, 8(%rsi)
  decq %rax
  jne .L2

# 4 loads and 1 store without index: 4/2 = 2.00 on p2,p3, the address goes to p7.
# CHECK: f,.L3,{{[0-9]+}},7,skylake-avx512,2.00,1.00,5.00,2.00,ports
.L3:
  vmovsd (%rdi), %xmm0
  vmovsd 8(%rdi), %xmm1
  vmovsd 16(%rdi), %xmm2
  vmovsd 24(%rdi), %xmm3
  vmovsd %xmm4, (%rsi)
  decq %rax
  jne .L3

# The same with an index: (4+1)/2 = 2.50.
# CHECK: f,.L4,{{[0-9]+}},7,skylake-avx512,2.50,1.00,5.00,2.50,ports
.L4:
  vmovsd (%rdi), %xmm0
  vmovsd 8(%rdi), %xmm1
  vmovsd 16(%rdi), %xmm2
  vmovsd 24(%rdi), %xmm3
  vmovsd %xmm4, (%rsi,%rcx,8)
  decq %rax
  jne .L4

# Load, add, store: path 7 + 4 + 1 = 12. Issue 1 + 1 + 1 (fused store) + 1 = 4: 1.00.
# One micro-op each: p4 1.00.
# CHECK: f,.L5,{{[0-9]+}},5,skylake-avx512,1.00,1.00,12.00,1.00,ports
.L5:
  vmovupd (%rdi), %ymm0
  vaddpd %ymm0, %ymm1, %ymm2
  vmovupd %ymm2, (%rsi)
  decq %rax
  jne .L5

# Pointer chase: 4 cycles around where the address is a loaded value as it is, but
# 5 for the first load, whose address comes from elsewhere; the taken branch 1.
# CHECK: f,.L6,{{[0-9]+}},3,skylake-avx512,1.00,4.00,5.00,4.00,latency
.L6:
  movq (%rdi), %rdi
  decq %rax
  jne .L6

  ret

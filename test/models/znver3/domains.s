# Between units of floating point and those of integers a result takes a cycle more, in
# both directions. All loops were measured, and take what is expected here to 0.03 cycles.
# RUN: kernel-opt --bounds-only --cpu=znver3 --format=csv %s | FileCheck %s
# Zen 4 has nothing of this.
# RUN: kernel-opt --bounds-only --cpu=znver4 --format=csv %s | FileCheck %s --check-prefix=ZEN4

.text
f:
# 3 and 1, and a cycle each way.
# CHECK: f,.L0,{{[0-9]+}},4,znver3,{{[0-9.]+}},6.00,5.00,6.00,latency
# ZEN4: f,.L0,{{[0-9]+}},4,znver4,{{[0-9.]+}},4.00,4.00,4.00,latency
.L0:
  vaddps %xmm2, %xmm0, %xmm0
  vpaddd %xmm3, %xmm0, %xmm0
  decq %rdi
  jne .L0

# Shuffles are of the integer units.
# CHECK: f,.L1,{{[0-9]+}},4,znver3,{{[0-9.]+}},6.00,5.00,6.00,latency
.L1:
  vaddps %xmm2, %xmm0, %xmm0
  vunpcklps %xmm2, %xmm0, %xmm0
  decq %rdi
  jne .L1

# CHECK: f,.L2,{{[0-9]+}},4,znver3,{{[0-9.]+}},2.00,2.00,2.00,latency
.L2:
  vpaddd %xmm3, %xmm0, %xmm0
  vunpcklps %xmm2, %xmm0, %xmm0
  decq %rdi
  jne .L2

# CHECK: f,.L3,{{[0-9]+}},4,znver3,{{[0-9.]+}},4.00,4.00,4.00,latency
.L3:
  vaddps %xmm2, %xmm0, %xmm0
  vandps %xmm2, %xmm0, %xmm0
  decq %rdi
  jne .L3

# A load belongs to both: 7, 3 and 1; the load with a scaled index takes 8.
# CHECK: f,.L4,{{[0-9]+}},5,znver3,{{[0-9.]+}},12.00,12.00,12.00,latency
.L4:
  vmovsd (%rbx,%rdx,8), %xmm0
  vucomisd %xmm1, %xmm0
  cmovaq %r10, %rdx
  decq %rdi
  jne .L4

# The comparison waits a cycle more for an integer unit: 7, 1, 4 and 1.
# CHECK: f,.L5,{{[0-9]+}},6,znver3,{{[0-9.]+}},13.00,13.00,13.00,latency
.L5:
  vmovsd (%rbx,%rdx), %xmm0
  vpaddd %xmm2, %xmm0, %xmm0
  vucomisd %xmm1, %xmm0
  cmovaq %r10, %rdx
  decq %rdi
  jne .L5

# And so does a mask for a comparison of floating point: 7, 1, 3 and 1.
# CHECK: f,.L6,{{[0-9]+}},6,znver3,{{[0-9.]+}},12.00,12.00,12.00,latency
.L6:
  vmovups (%rbx,%rdx), %xmm0
  vcmpltps %xmm2, %xmm0, %xmm0
  vmovmskps %xmm0, %edx
  andl $0, %edx
  decq %rdi
  jne .L6

# The operand in a register waits, and not the one in memory, which comes 7 cycles before.
# CHECK: f,.L7,{{[0-9]+}},4,znver3,{{[0-9.]+}},6.00,{{[0-9.]+}},6.00,latency
.L7:
  vaddps (%rbx), %xmm0, %xmm0
  vpaddd (%rbx), %xmm0, %xmm0
  decq %rdi
  jne .L7

# A base, an index and a displacement: 5 cycles; rbp as the base has one of 0.
# CHECK: f,.L8,{{[0-9]+}},3,znver3,{{[0-9.]+}},5.00,5.00,5.00,latency
.L8:
  movq 8(%rdx,%r10), %rdx
  decq %rdi
  jne .L8

# CHECK: f,.L9,{{[0-9]+}},3,znver3,{{[0-9.]+}},5.00,5.00,5.00,latency
.L9:
  movq (%rbp,%r10), %rbp
  decq %rdi
  jne .L9

# CHECK: f,.L10,{{[0-9]+}},3,znver3,{{[0-9.]+}},4.00,4.00,4.00,latency
.L10:
  movq (%rdx,%r10), %rdx
  decq %rdi
  jne .L10

  ret

# The taken branch takes a cycle, whatever else is less.
# RUN: kernel-opt --bounds-only --cpu=znver4 --format=csv %s | FileCheck %s
# RUN: kernel-opt --cpu=znver4 --format=csv %s | FileCheck %s --check-prefix=EXPECTED

.text
f:
# vdivpd of ymm: 4 to 5 cycles of the divider, and 5 where nothing stands between them.
# CHECK: f,.L0,{{[0-9]+}},3,znver4,4.00,0.00,13.00,4.00,unit
# EXPECTED: f,.L0,{{[0-9]+}},3,znver4,4.00,0.00,13.00,5.00,unit
.L0:
  vdivpd %ymm1, %ymm2, %ymm0
  cmpq %rdi, %rcx
  jne .L0

# A chain of vdivss: 11.
# CHECK: f,.L1,{{[0-9]+}},3,znver4,3.00,11.00,11.00,11.00,latency
.L1:
  vdivss %xmm1, %xmm0, %xmm0
  cmpq %rdi, %rcx
  jne .L1

# The divider is busy, its pipe is not: two multiplications go beside it.
# CHECK: f,.L2,{{[0-9]+}},5,znver4,4.00,0.00,13.00,4.00,unit
.L2:
  vdivpd %ymm1, %ymm2, %ymm0
  vmulpd %ymm1, %ymm2, %ymm3
  vmulpd %ymm1, %ymm2, %ymm4
  cmpq %rdi, %rcx
  jne .L2

# vdivpd of zmm: 9, of which 8 are proved.
# CHECK: f,.L3,{{[0-9]+}},3,znver4,8.00,0.00,13.00,8.00,unit
# EXPECTED: f,.L3,{{[0-9]+}},3,znver4,8.00,0.00,13.00,9.00,unit
.L3:
  vdivpd %zmm1, %zmm2, %zmm0
  cmpq %rdi, %rcx
  jne .L3

# A 32-bit division is 6 cycles of its unit; the remainder comes after 10, and is expected after 11.
# CHECK: f,.L4,{{[0-9]+}},5,znver4,6.00,0.00,11.00,6.00,unit
.L4:
  xorl %edx, %edx
  movl %r8d, %eax
  divl %ecx
  cmpq %rdi, %rsi
  jne .L4

  ret

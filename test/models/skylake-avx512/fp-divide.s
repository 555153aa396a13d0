# The FP divider is not pipelined: cycles per width.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# vdivsd: divider 4. Path 13, and 14 expected.
# CHECK: f,.L0,{{[0-9]+}},3,skylake-avx512,4.00,1.00,14.00,4.00,unit
.L0:
  vdivsd %xmm0, %xmm1, %xmm2
  decq %rax
  jne .L0

# vdivss: divider 3, two of them 6. Path 11.
# CHECK: f,.L1,{{[0-9]+}},4,skylake-avx512,6.00,1.00,11.00,6.00,unit
.L1:
  vdivss %xmm0, %xmm1, %xmm2
  vdivss %xmm0, %xmm1, %xmm3
  decq %rax
  jne .L1

# vdivpd ymm: divider 8.
# CHECK: f,.L2,{{[0-9]+}},3,skylake-avx512,8.00,1.00,14.00,8.00,unit
.L2:
  vdivpd %ymm0, %ymm1, %ymm2
  decq %rax
  jne .L2

# vdivps ymm: divider 5.
# CHECK: f,.L3,{{[0-9]+}},3,skylake-avx512,5.00,1.00,11.00,5.00,unit
.L3:
  vdivps %ymm0, %ymm1, %ymm2
  decq %rax
  jne .L3

# vdivpd zmm: divider 16. Path 23.
# CHECK: f,.L4,{{[0-9]+}},3,skylake-avx512,16.00,1.00,23.00,16.00,unit
.L4:
  vdivpd %zmm0, %zmm1, %zmm2
  decq %rax
  jne .L4

# vsqrtsd and vdivsd, 4 each, share the divider: 8. Path expected: 18 + 14.
# CHECK: f,.L5,{{[0-9]+}},4,skylake-avx512,8.00,1.00,32.00,8.00,unit
.L5:
  vsqrtsd %xmm0, %xmm0, %xmm1
  vdivsd %xmm1, %xmm2, %xmm3
  decq %rax
  jne .L5

# A carried division: 13 cycles, and 14 expected, the divider 4.
# CHECK: f,.L6,{{[0-9]+}},3,skylake-avx512,4.00,14.00,14.00,14.00,latency
.L6:
  vdivsd %xmm0, %xmm1, %xmm1
  decq %rax
  jne .L6

# Square roots of four doubles: divider 9, 13 until the result, and 18 expected.
# CHECK: f,.L7,{{[0-9]+}},3,skylake-avx512,9.00,18.00,18.00,18.00,latency
.L7:
  vsqrtpd %ymm0, %ymm0
  decq %rax
  jne .L7

# Of eight: divider 18, 24 until the result, and 32 expected.
# CHECK: f,.L8,{{[0-9]+}},3,skylake-avx512,18.00,32.00,32.00,32.00,latency
.L8:
  vsqrtpd %zmm0, %zmm0
  decq %rax
  jne .L8

  ret

# Division and square root: a unit beside fp3 that is not pipelined; 256 bits take it twice.
# RUN: kernel-opt --bounds-only --cpu=znver1 --format=csv %s | FileCheck %s

.text
f:
# vdivsd 4. Path 13.
# CHECK: f,.L0,{{[0-9]+}},3,znver1,4.00,1.00,13.00,4.00,unit
.L0:
  vdivsd %xmm0, %xmm1, %xmm2
  decq %rax
  jne .L0

# vdivpd ymm 8.
# CHECK: f,.L1,{{[0-9]+}},3,znver1,8.00,1.00,13.00,8.00,unit
.L1:
  vdivpd %ymm0, %ymm1, %ymm2
  decq %rax
  jne .L1

# vdivss 3 and vdivps ymm 6: 9.
# CHECK: f,.L2,{{[0-9]+}},4,znver1,9.00,1.00,10.00,9.00,unit
.L2:
  vdivss %xmm0, %xmm1, %xmm2
  vdivps %ymm0, %ymm1, %ymm3
  decq %rax
  jne .L2

# Carried: 13.
# CHECK: f,.L3,{{[0-9]+}},3,znver1,4.00,13.00,13.00,13.00,latency
.L3:
  vdivsd %xmm0, %xmm1, %xmm1
  decq %rax
  jne .L3

  ret

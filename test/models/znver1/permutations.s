# Permutations across lanes.
# RUN: kernel-opt --bounds-only --cpu=znver1 --format=csv %s | FileCheck %s

.text
f:
# vpermpd is 2 micro-ops on fp1: 2.00.
# CHECK: f,.L0,{{[0-9]+}},3,znver1,2.00,1.00,2.00,2.00,ports
.L0:
  vpermpd $1, %ymm0, %ymm1
  decq %rax
  jne .L0

# vpermps: 4 cycles alone, and beside a shuffle, (3 + 2)/2 = 2.50 of fp1,fp2.
# CHECK: f,.L1,{{[0-9]+}},4,znver1,4.00,1.00,4.00,4.00,unit
.L1:
  vpermps %ymm0, %ymm1, %ymm2
  vunpcklps %ymm0, %ymm1, %ymm3
  decq %rax
  jne .L1

# vperm2f128: 3 on fp1; 8 + 2 slots of 6: 1.67.
# CHECK: f,.L2,{{[0-9]+}},3,znver1,3.00,1.00,3.00,3.00,ports
.L2:
  vperm2f128 $1, %ymm0, %ymm1, %ymm2
  decq %rax
  jne .L2

  ret

# Shifts by a count per element.
# RUN: kernel-opt --bounds-only --cpu=znver1 --format=csv %s | FileCheck %s

.text
f:
# ymm: 4 cycles, latency 3; a ymm shift by an immediate beside it: fp2 2.
# CHECK: f,.L0,{{[0-9]+}},4,znver1,4.00,1.00,3.00,4.00,unit
.L0:
  vpsllvd %ymm0, %ymm1, %ymm2
  vpslld $3, %ymm0, %ymm3
  decq %rax
  jne .L0

# xmm: 2 cycles.
# CHECK: f,.L1,{{[0-9]+}},3,znver1,2.00,1.00,3.00,2.00,unit
.L1:
  vpsrlvq %xmm0, %xmm1, %xmm2
  decq %rax
  jne .L1

  ret

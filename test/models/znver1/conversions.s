# Conversions on fp3.
# RUN: kernel-opt --bounds-only --cpu=znver1 --format=csv %s | FileCheck %s

.text
f:
# vcvtdq2ps ymm: 2 on fp3, latency 5.
# CHECK: f,.L0,{{[0-9]+}},3,znver1,2.00,1.00,5.00,2.00,ports
.L0:
  vcvtdq2ps %ymm0, %ymm1
  decq %rax
  jne .L0

# vcvttsd2si: fp3 and fp2. With a vaddsd: 3 on fp2,fp3: 1.50.
# CHECK: f,.L1,{{[0-9]+}},4,znver1,1.50,1.00,5.00,1.50,ports
.L1:
  vcvttsd2si %xmm0, %rcx
  vaddsd %xmm1, %xmm2, %xmm3
  decq %rax
  jne .L1

# vroundsd on fp3, latency 4: 2.00.
# CHECK: f,.L2,{{[0-9]+}},4,znver1,2.00,1.00,4.00,2.00,ports
.L2:
  vroundsd $9, %xmm0, %xmm0, %xmm1
  vroundsd $9, %xmm0, %xmm0, %xmm2
  decq %rax
  jne .L2

  ret

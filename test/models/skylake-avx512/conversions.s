# Conversions.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# vcvtsi2sd: p0,p1 and p5; the upper half of xmm1 is an input of the second only.
# 2 of them: p5 2.00; path 5.
# CHECK: f,.L0,{{[0-9]+}},4,skylake-avx512,2.00,1.00,5.00,2.00,ports
.L0:
  vcvtsi2sd %rcx, %xmm1, %xmm2
  vcvtsi2sd %rdx, %xmm1, %xmm3
  decq %rax
  jne .L0

# The register merged into is the result: 4 from one to the next.
# CHECK: f,.L1,{{[0-9]+}},3,skylake-avx512,1.00,4.00,5.00,4.00,latency
.L1:
  vcvtsi2sd %rcx, %xmm1, %xmm1
  decq %rax
  jne .L1

# vcvttsd2si: p0 and p0,p1, latency 6: 2 on p0, 4 on p0,p1 together: 2.00.
# CHECK: f,.L2,{{[0-9]+}},4,skylake-avx512,2.00,1.00,6.00,2.00,ports
.L2:
  vcvttsd2si %xmm0, %rcx
  vcvttsd2si %xmm1, %rdx
  decq %rax
  jne .L2

# vcvtdq2ps ymm on p0,p1, latency 4: 3/2 = 1.50.
# CHECK: f,.L3,{{[0-9]+}},5,skylake-avx512,1.50,1.00,4.00,1.50,ports
.L3:
  vcvtdq2ps %ymm0, %ymm1
  vcvtdq2ps %ymm0, %ymm2
  vcvttps2dq %ymm0, %ymm3
  decq %rax
  jne .L3

# vcvtps2pd ymm: p0,p1 and p5, latency 7; from memory no p5: 2/1 = 2.00 on p5, p0,p1 3/2.
# CHECK: f,.L4,{{[0-9]+}},5,skylake-avx512,2.00,1.00,10.00,2.00,ports
.L4:
  vcvtps2pd %xmm0, %ymm1
  vcvtps2pd %xmm0, %ymm2
  vcvtps2pd (%rdi), %ymm3
  decq %rax
  jne .L4

  ret

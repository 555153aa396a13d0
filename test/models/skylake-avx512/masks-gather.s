# Mask registers, gathers.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# vcmppd into a mask 4 on p5, masked vaddpd on p0,p5: path 4 + 4 = 8.
# p5 2.00; with p0 4/2 = 2.00.
# CHECK: f,.L0,{{[0-9]+}},6,skylake-avx512,2.00,1.00,8.00,2.00,ports
.L0:
  vcmpltpd %zmm0, %zmm1, %k1
  vcmpltpd %zmm0, %zmm2, %k2
  vaddpd %zmm0, %zmm1, %zmm3{%k1}{z}
  vaddpd %zmm0, %zmm1, %zmm4{%k2}{z}
  decq %rax
  jne .L0

# Merged: the old destination is an input, 4 cycles from trip to trip. On p0,p5,p6 2/3, the taken branch 1.
# CHECK: f,.L1,{{[0-9]+}},3,skylake-avx512,1.00,4.00,4.00,4.00,latency
.L1:
  vaddpd %zmm0, %zmm1, %zmm3{%k1}
  decq %rax
  jne .L1

# kmovw to a mask on p5, kandw and kortestw on p0: 2.00. Path 1 + 1 + 3 = 5.
# CHECK: f,.L2,{{[0-9]+}},5,skylake-avx512,2.00,1.00,5.00,2.00,ports
.L2:
  kmovw %ecx, %k1
  kandw %k1, %k2, %k3
  kortestw %k3, %k3
  decq %rax
  jne .L2

# Gather of 4 doubles: 4 loads: 2.00 on p2,p3. Its old destination is cut by vxorps. Path kxnorw 1,
# vgatherdpd 19.
# CHECK: f,.L3,{{[0-9]+}},5,skylake-avx512,2.00,1.00,20.00,2.00,ports
.L3:
  kxnorw %k0, %k0, %k1
  vxorps %xmm1, %xmm1, %xmm1
  vgatherdpd (%rdi,%xmm0,8), %ymm1{%k1}
  decq %rax
  jne .L3

# Scatter of 4 floats: 4 stores and one micro-op more on p4: 5.00. Measured: 5 cycles more
# than the 8, 16 or 24 stores beside it. Path kxnorw 1 and vscatterdps 8.
# CHECK: f,.L4,{{[0-9]+}},4,skylake-avx512,5.00,1.00,9.00,5.00,ports
.L4:
  kxnorw %k0, %k0, %k1
  vscatterdps %xmm1, (%rdi,%xmm0,4){%k1}
  decq %rax
  jne .L4

# A masked store of AVX2 takes 3 slots and a load 2; with the fused pair 6 / 4.
# CHECK: f,.L5,{{[0-9]+}},4,skylake-avx512,1.50,1.00,{{[0-9.]+}},1.50,issue
.L5:
  vmaskmovpd %ymm2, %ymm1, (%rdi)
  vpmaskmovd 64(%rdi), %ymm1, %ymm3
  decq %rax
  jne .L5

  ret

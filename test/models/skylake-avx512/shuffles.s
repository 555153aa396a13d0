# Shuffles are on p5 only: 1 cycle in a 128-bit lane, 3 across lanes.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# 3 shuffles in lanes: 3.00, path 1.
# CHECK: f,.L0,{{[0-9]+}},5,skylake-avx512,3.00,1.00,1.00,3.00,ports
.L0:
  vshufps $1, %ymm0, %ymm1, %ymm2
  vunpcklpd %ymm0, %ymm1, %ymm3
  vpshufb %ymm0, %ymm1, %ymm4
  decq %rax
  jne .L0

# 2 across lanes: 2.00, path 3.
# CHECK: f,.L1,{{[0-9]+}},4,skylake-avx512,2.00,1.00,3.00,2.00,ports
.L1:
  vpermpd $1, %ymm0, %ymm1
  vextractf128 $1, %ymm0, %xmm2
  decq %rax
  jne .L1

# A horizontal sum: vextractf128 3, vaddpd 4, vunpckhpd 1, vaddsd 4: path 12. p5 2.00.
# CHECK: f,.L2,{{[0-9]+}},6,skylake-avx512,2.00,1.00,12.00,2.00,ports
.L2:
  vextractf128 $1, %ymm0, %xmm1
  vaddpd %xmm0, %xmm1, %xmm2
  vunpckhpd %xmm2, %xmm2, %xmm3
  vaddsd %xmm2, %xmm3, %xmm4
  decq %rax
  jne .L2

# Blends with an immediate are on p0,p1,p5: 6/3 = 2.00.
# CHECK: f,.L3,{{[0-9]+}},8,skylake-avx512,2.00,1.00,1.00,2.00,ports
.L3:
  vblendpd $1, %ymm0, %ymm1, %ymm2
  vblendpd $1, %ymm0, %ymm1, %ymm3
  vblendpd $1, %ymm0, %ymm1, %ymm4
  vblendpd $1, %ymm0, %ymm1, %ymm5
  vblendpd $1, %ymm0, %ymm1, %ymm6
  vblendpd $1, %ymm0, %ymm1, %ymm7
  decq %rax
  jne .L3

# Broadcasts from memory are loads: 3/2 = 1.50, 5 + 2 = 7.
# CHECK: f,.L4,{{[0-9]+}},5,skylake-avx512,1.50,1.00,7.00,1.50,ports
.L4:
  vbroadcastsd (%rdi), %ymm0
  vbroadcastsd 8(%rdi), %ymm1
  vbroadcastss 16(%rdi), %ymm2
  decq %rax
  jne .L4

# vmovq from and to general registers: p5 and p0, 2 cycles each way. Path 4.
# CHECK: f,.L5,{{[0-9]+}},4,skylake-avx512,1.00,1.00,4.00,1.00,ports
.L5:
  vmovq %rcx, %xmm0
  vmovq %xmm0, %rdx
  decq %rax
  jne .L5

  ret

# Floating point, division, shuffles.
# RUN: kernel-opt --cpu=sapphirerapids --format=csv %s | FileCheck %s

.text
f:
# 10 FMA on p0, p1; each waits for itself, 4.
# CHECK: f,.L0,{{[0-9]+}},12,sapphirerapids,5.00,4.00,4.00,5.00,ports
.L0:
  vfmadd231pd %ymm8, %ymm9, %ymm0
  vfmadd231pd %ymm8, %ymm9, %ymm1
  vfmadd231pd %ymm8, %ymm9, %ymm2
  vfmadd231pd %ymm8, %ymm9, %ymm3
  vfmadd231pd %ymm8, %ymm9, %ymm4
  vfmadd231pd %ymm8, %ymm9, %ymm5
  vfmadd231pd %ymm8, %ymm9, %ymm6
  vfmadd231pd %ymm8, %ymm9, %ymm7
  vfmadd231pd %ymm8, %ymm9, %ymm10
  vfmadd231pd %ymm8, %ymm9, %ymm11
  decq %rax
  jne .L0

# FMA: 4. With the pair 2 on p0, p1, p6.
# CHECK: f,.L1,{{[0-9]+}},3,sapphirerapids,1.00,4.00,4.00,4.00,latency
.L1:
  vfmadd231pd %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L1

# From one addition to the next: 2; a single one takes 3.
# CHECK: f,.L2,{{[0-9]+}},3,sapphirerapids,1.00,2.00,3.00,2.00,latency
.L2:
  vaddpd %ymm8, %ymm0, %ymm0
  decq %rax
  jne .L2

# 4 additions on p1, p5 and 4 multiplications on p0, p1: 8 / 3.
# CHECK: f,.L3,{{[0-9]+}},10,sapphirerapids,2.67,0.00,4.00,2.67,ports
.L3:
  vaddpd %ymm8, %ymm9, %ymm0
  vaddpd %ymm8, %ymm9, %ymm1
  vaddpd %ymm8, %ymm9, %ymm2
  vaddpd %ymm8, %ymm9, %ymm3
  vmulpd %ymm8, %ymm9, %ymm4
  vmulpd %ymm8, %ymm9, %ymm5
  vmulpd %ymm8, %ymm9, %ymm6
  vmulpd %ymm8, %ymm9, %ymm7
  decq %rax
  jne .L3

# The divider: 8 cycles; latency 13.
# CHECK: f,.L4,{{[0-9]+}},3,sapphirerapids,8.00,0.00,13.00,8.00,unit
.L4:
  vdivpd %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L4

# The divider: 5 cycles; latency 11.
# CHECK: f,.L5,{{[0-9]+}},3,sapphirerapids,5.00,0.00,11.00,5.00,unit
.L5:
  vdivps %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L5

# 64-bit division: 10 cycles, 18 from remainder to remainder.
# CHECK: f,.L6,{{[0-9]+}},3,sapphirerapids,10.00,18.00,18.00,18.00,latency
.L6:
  divq %rcx
  decq %rbx
  jne .L6

# Shuffles on p1, p5: 4 / 2.
# CHECK: f,.L7,{{[0-9]+}},6,sapphirerapids,2.00,0.00,1.00,2.00,ports
.L7:
  vpshufb %ymm8, %ymm9, %ymm0
  vpshufb %ymm8, %ymm9, %ymm1
  vpshufb %ymm8, %ymm9, %ymm2
  vpshufb %ymm8, %ymm9, %ymm3
  decq %rax
  jne .L7

# A multiplication, 4, and an addition that waits for it, 3: 7 and not 6.
# CHECK: f,.B0,{{[0-9]+}},4,sapphirerapids,1.00,7.00,7.00,7.00,latency
.B0:
  vmulsd %xmm8, %xmm0, %xmm0
  vaddsd %xmm9, %xmm0, %xmm0
  decq %rax
  jne .B0

# The second addition waits for the first: 4 + 3 + 2.
# CHECK: f,.B1,{{[0-9]+}},5,sapphirerapids,1.00,9.00,9.00,9.00,latency
.B1:
  vmulsd %xmm8, %xmm0, %xmm0
  vaddsd %xmm9, %xmm0, %xmm0
  vsubsd %xmm9, %xmm0, %xmm0
  decq %rax
  jne .B1

# The chain 2; load and addition 5 + 3 on the path.
# CHECK: f,.B2,{{[0-9]+}},3,sapphirerapids,1.00,2.00,8.00,2.00,latency
.B2:
  vaddsd (%rdi), %xmm0, %xmm0
  decq %rax
  jne .B2

# Behind an eliminated move the writer is not looked up: 4 + 2, a lower bound.
# CHECK: f,.B3,{{[0-9]+}},5,sapphirerapids,1.00,6.00,6.00,6.00,latency
.B3:
  vmulsd %xmm8, %xmm0, %xmm0
  vmovaps %xmm0, %xmm1
  vaddsd %xmm9, %xmm1, %xmm0
  decq %rax
  jne .B3

# 32 bits, edx cleared: 6 cycles, 10 from quotient to quotient. Path to the
# remainder, 14.
# CHECK: f,.D0,{{[0-9]+}},4,sapphirerapids,6.00,10.00,14.00,10.00,latency
.D0:
  xorl %edx, %edx
  divl %ecx
  decq %rbx
  jne .D0

  ret

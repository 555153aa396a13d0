# Floating point, division, shuffles.
# RUN: kernel-opt --cpu=lunarlake --format=csv %s | FileCheck %s

.text
f:
# 10 FMA on v0, v1; each waits for itself, 4.
# CHECK: f,.L0,{{[0-9]+}},12,lunarlake,5.00,4.00,4.00,5.00,ports
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

# FMA: 4. v0, v1 1 of 2.
# CHECK: f,.L1,{{[0-9]+}},3,lunarlake,1.00,4.00,4.00,4.00,latency
.L1:
  vfmadd231pd %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L1

# From one addition to the next: 2; a single one takes 3. v2, v3 1 of 2.
# CHECK: f,.L2,{{[0-9]+}},3,lunarlake,1.00,2.00,3.00,2.00,latency
.L2:
  vaddpd %ymm8, %ymm0, %ymm0
  decq %rax
  jne .L2

# 4 additions on v2, v3 beside 4 multiplications on v0, v1.
# CHECK: f,.L3,{{[0-9]+}},10,lunarlake,2.00,0.00,3.00,2.00,ports
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

# 8 cycles on one of two dividers; latency 10.
# CHECK: f,.L4,{{[0-9]+}},3,lunarlake,4.00,0.00,10.00,4.00,unit
.L4:
  vdivpd %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L4

# 5 cycles on one of two dividers; latency 7.
# CHECK: f,.L5,{{[0-9]+}},3,lunarlake,2.50,0.00,7.00,2.50,unit
.L5:
  vdivps %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L5

# 64-bit division: 10 cycles.
# CHECK: f,.L6,{{[0-9]+}},3,lunarlake,10.00,10.00,10.00,10.00,unit
.L6:
  divq %rcx
  decq %rbx
  jne .L6

# Shuffles on v2, v3: 4 / 2.
# CHECK: f,.L7,{{[0-9]+}},6,lunarlake,2.00,0.00,1.00,2.00,ports
.L7:
  vpshufb %ymm8, %ymm9, %ymm0
  vpshufb %ymm8, %ymm9, %ymm1
  vpshufb %ymm8, %ymm9, %ymm2
  vpshufb %ymm8, %ymm9, %ymm3
  decq %rax
  jne .L7

# A multiplication, 3, and an addition that waits for it, 3: 6 and not 5.
# CHECK: f,.B0,{{[0-9]+}},4,lunarlake,1.00,6.00,6.00,6.00,latency
.B0:
  vmulsd %xmm8, %xmm0, %xmm0
  vaddsd %xmm9, %xmm0, %xmm0
  decq %rax
  jne .B0

# The second addition waits for the first: 3 + 3 + 2.
# CHECK: f,.B1,{{[0-9]+}},5,lunarlake,1.00,8.00,8.00,8.00,latency
.B1:
  vmulsd %xmm8, %xmm0, %xmm0
  vaddsd %xmm9, %xmm0, %xmm0
  vsubsd %xmm9, %xmm0, %xmm0
  decq %rax
  jne .B1

# The chain 2; load and addition 5 + 3 on the path.
# CHECK: f,.B2,{{[0-9]+}},3,lunarlake,1.00,2.00,8.00,2.00,latency
.B2:
  vaddsd (%rdi), %xmm0, %xmm0
  decq %rax
  jne .B2

# Behind an eliminated move the writer is not looked up: 3 + 2, a lower bound.
# CHECK: f,.B3,{{[0-9]+}},5,lunarlake,1.00,5.00,5.00,5.00,latency
.B3:
  vmulsd %xmm8, %xmm0, %xmm0
  vmovaps %xmm0, %xmm1
  vaddsd %xmm9, %xmm1, %xmm0
  decq %rax
  jne .B3

  ret

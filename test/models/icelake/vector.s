# Floating point, division, shuffles.
# RUN: kernel-opt --cpu=icelake-server --format=csv %s | FileCheck %s

.text
f:
# 10 FMA on p0, p1; each waits for itself, 4.
# CHECK: f,.L0,{{[0-9]+}},12,icelake-server,5.00,4.00,4.00,5.00,ports
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
# CHECK: f,.L1,{{[0-9]+}},3,icelake-server,0.67,4.00,4.00,4.00,latency
.L1:
  vfmadd231pd %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L1

# Addition: 4. With the pair 2 on p0, p1, p6.
# CHECK: f,.L2,{{[0-9]+}},3,icelake-server,0.67,4.00,4.00,4.00,latency
.L2:
  vaddpd %ymm8, %ymm0, %ymm0
  decq %rax
  jne .L2

# 4 additions and 4 multiplications on p0, p1.
# CHECK: f,.L3,{{[0-9]+}},10,icelake-server,4.00,1.00,4.00,4.00,ports
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
# CHECK: f,.L4,{{[0-9]+}},3,icelake-server,8.00,1.00,13.00,8.00,unit
.L4:
  vdivpd %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L4

# The divider: 5 cycles; latency 11.
# CHECK: f,.L5,{{[0-9]+}},3,icelake-server,5.00,1.00,11.00,5.00,unit
.L5:
  vdivps %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L5

# 64-bit division: 10 cycles, 18 from remainder to remainder.
# CHECK: f,.L6,{{[0-9]+}},3,icelake-server,10.00,18.00,18.00,18.00,latency
.L6:
  divq %rcx
  decq %rbx
  jne .L6

# The second shuffle unit on p1: 4 / 2.
# CHECK: f,.L7,{{[0-9]+}},6,icelake-server,2.00,1.00,1.00,2.00,ports
.L7:
  vpshufb %ymm8, %ymm9, %ymm0
  vpshufb %ymm8, %ymm9, %ymm1
  vpshufb %ymm8, %ymm9, %ymm2
  vpshufb %ymm8, %ymm9, %ymm3
  decq %rax
  jne .L7

# 32 bits, edx cleared: 6 cycles, 10 from quotient to quotient. Path to the
# remainder, 14.
# CHECK: f,.D0,{{[0-9]+}},4,icelake-server,6.00,10.00,14.00,10.00,latency
.D0:
  xorl %edx, %edx
  divl %ecx
  decq %rbx
  jne .D0

  ret

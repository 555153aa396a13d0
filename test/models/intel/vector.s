# Floating point, division, shuffles.
# RUN: kernel-opt --bounds-only --cpu=icelake-server --format=csv %s | FileCheck %s -DCPU=icelake-server --check-prefixes=ICELAKE_SERVER
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=csv %s | FileCheck %s -DCPU=sapphirerapids --check-prefixes=SAPPHIRERAPIDS
# RUN: kernel-opt --bounds-only --cpu=lunarlake --format=csv %s | FileCheck %s -DCPU=lunarlake --check-prefixes=LUNARLAKE
# RUN: kernel-opt --bounds-only --cpu=gracemont --format=csv %s | FileCheck %s -DCPU=gracemont --check-prefixes=GRACEMONT

.text
f:
# icelake-server, sapphirerapids: 10 FMA on p0, p1; each waits for itself, 4.
# ICELAKE_SERVER: f,.L0,{{[0-9]+}},12,[[CPU]],5.00,4.00,4.00,5.00,ports
# SAPPHIRERAPIDS: f,.L0,{{[0-9]+}},12,[[CPU]],5.00,4.00,4.00,5.00,ports
# lunarlake: 10 FMA on v0, v1; each waits for itself, 4.
# LUNARLAKE: f,.L0,{{[0-9]+}},12,[[CPU]],5.00,4.00,4.00,5.00,ports
# gracemont: 10 FMA are 20 micro-ops on f0, f1; each waits for itself, 6.
# GRACEMONT: f,.L0,{{[0-9]+}},12,[[CPU]],10.00,6.00,6.00,10.00,ports
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

# icelake-server: FMA: 4. With the pair 2 on p0, p1, p6.
# ICELAKE_SERVER: f,.L1,{{[0-9]+}},3,[[CPU]],1.00,4.00,4.00,4.00,latency
# sapphirerapids: FMA: 4. With the pair 2 on p0, p1, p6.
# SAPPHIRERAPIDS: f,.L1,{{[0-9]+}},3,[[CPU]],1.00,4.00,4.00,4.00,latency
# lunarlake: FMA: 4. v0, v1 1 of 2.
# LUNARLAKE: f,.L1,{{[0-9]+}},3,[[CPU]],1.00,4.00,4.00,4.00,latency
# gracemont: FMA: 6. Two halves on f0, f1.
# GRACEMONT: f,.L1,{{[0-9]+}},3,[[CPU]],1.00,6.00,6.00,6.00,latency
.L1:
  vfmadd231pd %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L1

# icelake-server: Addition: 4. With the pair 2 on p0, p1, p6.
# ICELAKE_SERVER: f,.L2,{{[0-9]+}},3,[[CPU]],1.00,4.00,4.00,4.00,latency
# sapphirerapids: From one addition to the next: 2; a single one takes 3.
# SAPPHIRERAPIDS: f,.L2,{{[0-9]+}},3,[[CPU]],1.00,2.00,3.00,2.00,latency
# lunarlake: From one addition to the next: 2; a single one takes 3. v2, v3 1 of 2.
# LUNARLAKE: f,.L2,{{[0-9]+}},3,[[CPU]],1.00,2.00,3.00,2.00,latency
# gracemont: Addition: 3. Two halves on f0, f1.
# GRACEMONT: f,.L2,{{[0-9]+}},3,[[CPU]],1.00,3.00,3.00,3.00,latency
.L2:
  vaddpd %ymm8, %ymm0, %ymm0
  decq %rax
  jne .L2

# icelake-server: 4 additions and 4 multiplications on p0, p1.
# ICELAKE_SERVER: f,.L3,{{[0-9]+}},10,[[CPU]],4.00,1.00,4.00,4.00,ports
# sapphirerapids: 4 additions on p1, p5 and 4 multiplications on p0, p1: 8 / 3.
# SAPPHIRERAPIDS: f,.L3,{{[0-9]+}},10,[[CPU]],2.67,0.00,4.00,2.67,ports
# lunarlake: 4 additions on v2, v3 beside 4 multiplications on v0, v1.
# LUNARLAKE: f,.L3,{{[0-9]+}},10,[[CPU]],2.00,0.00,3.00,2.00,ports
# gracemont: 8 operations in two halves on f0, f1: 16 / 2.
# GRACEMONT: f,.L3,{{[0-9]+}},10,[[CPU]],8.00,1.00,4.00,8.00,ports
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

# icelake-server: The divider: 8 cycles; latency 13, and 14 expected.
# ICELAKE_SERVER: f,.L4,{{[0-9]+}},3,[[CPU]],8.00,1.00,14.00,8.00,unit
# sapphirerapids: The divider: 8 cycles; latency 13, and 14 expected.
# SAPPHIRERAPIDS: f,.L4,{{[0-9]+}},3,[[CPU]],8.00,0.00,14.00,8.00,unit
# lunarlake: 8 cycles on one of two dividers; latency 10.
# LUNARLAKE: f,.L4,{{[0-9]+}},3,[[CPU]],4.00,0.00,10.00,4.00,unit
# gracemont: Two halves of two divisions, 15 cycles.
# GRACEMONT: f,.L4,{{[0-9]+}},3,[[CPU]],30.00,1.00,19.00,30.00,unit
.L4:
  vdivpd %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L4

# icelake-server: The divider: 5 cycles; latency 11.
# ICELAKE_SERVER: f,.L5,{{[0-9]+}},3,[[CPU]],5.00,1.00,11.00,5.00,unit
# sapphirerapids: The divider: 5 cycles; latency 11.
# SAPPHIRERAPIDS: f,.L5,{{[0-9]+}},3,[[CPU]],5.00,0.00,11.00,5.00,unit
# lunarlake: 5 cycles on one of two dividers; latency 7.
# LUNARLAKE: f,.L5,{{[0-9]+}},3,[[CPU]],2.50,0.00,7.00,2.50,unit
# gracemont: Two halves of two divisions, 9 cycles.
# GRACEMONT: f,.L5,{{[0-9]+}},3,[[CPU]],18.00,1.00,13.00,18.00,unit
.L5:
  vdivps %ymm8, %ymm9, %ymm0
  decq %rax
  jne .L5

# icelake-server, sapphirerapids: 64-bit division: 10 cycles, 18 from remainder to remainder.
# ICELAKE_SERVER: f,.L6,{{[0-9]+}},3,[[CPU]],10.00,18.00,18.00,18.00,latency
# SAPPHIRERAPIDS: f,.L6,{{[0-9]+}},3,[[CPU]],10.00,18.00,18.00,18.00,latency
# lunarlake: 64-bit division: 10 cycles.
# LUNARLAKE: f,.L6,{{[0-9]+}},3,[[CPU]],10.00,10.00,10.00,10.00,unit
# gracemont: Integer division: 6 cycles, 11 until the next, and 27 expected.
# GRACEMONT: f,.L6,{{[0-9]+}},3,[[CPU]],6.00,27.00,27.00,27.00,latency
.L6:
  divq %rcx
  decq %rbx
  jne .L6

# 4 shuffles in two halves, one half a cycle: 8.
# GRACEMONT: f,.L7,{{[0-9]+}},6,[[CPU]],8.00,1.00,1.00,8.00,unit
.L7:
  vpshufb %ymm8, %ymm9, %ymm0
  vpshufb %ymm8, %ymm9, %ymm1
  vpshufb %ymm8, %ymm9, %ymm2
  vpshufb %ymm8, %ymm9, %ymm3
  decq %rax
  jne .L7

  ret

# icelake-server: The second shuffle unit on p1: 4 / 2.
# ICELAKE_SERVER: f,.L7.icelake.server,{{[0-9]+}},6,[[CPU]],2.00,1.00,1.00,2.00,ports
# sapphirerapids: Shuffles on p1, p5: 4 / 2.
# SAPPHIRERAPIDS: f,.L7.icelake.server,{{[0-9]+}},6,[[CPU]],2.00,0.00,1.00,2.00,ports
# lunarlake: Shuffles on v2, v3: 4 / 2.
# LUNARLAKE: f,.L7.icelake.server,{{[0-9]+}},6,[[CPU]],2.00,0.00,1.00,2.00,ports
.L7.icelake.server:
  vpshufb %ymm8, %ymm9, %ymm0
  vpshufb %ymm8, %ymm9, %ymm1
  vpshufb %ymm8, %ymm9, %ymm2
  vpshufb %ymm8, %ymm9, %ymm3
  decq %rax
  jne .L7.icelake.server

# sapphirerapids: A multiplication, 4, and an addition that waits for it, 3: 7 and not 6.
# SAPPHIRERAPIDS: f,.B0,{{[0-9]+}},4,[[CPU]],1.00,7.00,7.00,7.00,latency
# lunarlake: A multiplication, 3, and an addition that waits for it, 3: 6 and not 5.
# LUNARLAKE: f,.B0,{{[0-9]+}},4,[[CPU]],1.00,6.00,6.00,6.00,latency
.B0:
  vmulsd %xmm8, %xmm0, %xmm0
  vaddsd %xmm9, %xmm0, %xmm0
  decq %rax
  jne .B0

# sapphirerapids: The second addition waits for the first: 4 + 3 + 2.
# SAPPHIRERAPIDS: f,.B1,{{[0-9]+}},5,[[CPU]],1.00,9.00,9.00,9.00,latency
# lunarlake: The second addition waits for the first: 3 + 3 + 2.
# LUNARLAKE: f,.B1,{{[0-9]+}},5,[[CPU]],1.00,8.00,8.00,8.00,latency
.B1:
  vmulsd %xmm8, %xmm0, %xmm0
  vaddsd %xmm9, %xmm0, %xmm0
  vsubsd %xmm9, %xmm0, %xmm0
  decq %rax
  jne .B1

# The chain 2; load and addition 5 + 3 on the path.
# SAPPHIRERAPIDS: f,.B2,{{[0-9]+}},3,[[CPU]],1.00,2.00,8.00,2.00,latency
# LUNARLAKE: f,.B2,{{[0-9]+}},3,[[CPU]],1.00,2.00,8.00,2.00,latency
.B2:
  vaddsd (%rdi), %xmm0, %xmm0
  decq %rax
  jne .B2

# Behind an eliminated move the writer is not looked up: 3 + 2, a lower bound.
# LUNARLAKE: f,.B3,{{[0-9]+}},5,[[CPU]],1.00,5.00,5.00,5.00,latency
.B3:
  vmulsd %xmm8, %xmm0, %xmm0
  vmovaps %xmm0, %xmm1
  vaddsd %xmm9, %xmm1, %xmm0
  decq %rax
  jne .B3

  ret

# Behind an eliminated move the writer is not looked up: 4 + 2, a lower bound.
# SAPPHIRERAPIDS: f,.B3.sapphirerapids,{{[0-9]+}},5,[[CPU]],1.00,6.00,6.00,6.00,latency
.B3.sapphirerapids:
  vmulsd %xmm8, %xmm0, %xmm0
  vmovaps %xmm0, %xmm1
  vaddsd %xmm9, %xmm1, %xmm0
  decq %rax
  jne .B3.sapphirerapids

# 32 bits, edx cleared: 6 cycles, 10 from quotient to quotient. Path to the
# remainder, 14.
# ICELAKE_SERVER: f,.D0,{{[0-9]+}},4,[[CPU]],6.00,10.00,14.00,10.00,latency
# SAPPHIRERAPIDS: f,.D0,{{[0-9]+}},4,[[CPU]],6.00,10.00,14.00,10.00,latency
.D0:
  xorl %edx, %edx
  divl %ecx
  decq %rbx
  jne .D0

  ret

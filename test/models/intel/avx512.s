# 512 bits.
# RUN: kernel-opt --bounds-only --cpu=icelake-server --format=csv %s | FileCheck %s -DCPU=icelake-server --check-prefixes=CHECK,ICELAKE_SERVER
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=csv %s | FileCheck %s -DCPU=sapphirerapids --check-prefixes=CHECK,SAPPHIRERAPIDS

.text
f:
# 10 FMA of 512 bits on p0, p5.
# CHECK: f,.L0,{{[0-9]+}},12,[[CPU]],5.00,4.00,4.00,5.00,ports
.L0:
  vfmadd231pd %zmm8, %zmm9, %zmm0
  vfmadd231pd %zmm8, %zmm9, %zmm1
  vfmadd231pd %zmm8, %zmm9, %zmm2
  vfmadd231pd %zmm8, %zmm9, %zmm3
  vfmadd231pd %zmm8, %zmm9, %zmm4
  vfmadd231pd %zmm8, %zmm9, %zmm5
  vfmadd231pd %zmm8, %zmm9, %zmm6
  vfmadd231pd %zmm8, %zmm9, %zmm7
  vfmadd231pd %zmm8, %zmm9, %zmm10
  vfmadd231pd %zmm8, %zmm9, %zmm11
  decq %rax
  jne .L0

# icelake-server: 4 loads of 64 bytes / 2.
# ICELAKE_SERVER: f,.L1,{{[0-9]+}},6,[[CPU]],2.00,1.00,6.00,2.00,ports
# sapphirerapids: Two loads of 64 bytes a cycle.
# SAPPHIRERAPIDS: f,.L1,{{[0-9]+}},6,[[CPU]],2.00,0.00,6.00,2.00,ports
.L1:
  vmovupd (%rdi), %zmm0
  vmovupd 64(%rdi), %zmm1
  vmovupd 128(%rdi), %zmm2
  vmovupd 192(%rdi), %zmm3
  decq %rax
  jne .L1

# One store of 64 bytes a cycle.
# ICELAKE_SERVER: f,.L2,{{[0-9]+}},4,[[CPU]],2.00,1.00,1.00,2.00,ports
# SAPPHIRERAPIDS: f,.L2,{{[0-9]+}},4,[[CPU]],2.00,0.00,1.00,2.00,ports
.L2:
  vmovupd %zmm0, (%rdi)
  vmovupd %zmm0, 64(%rdi)
  decq %rax
  jne .L2

# Two halves through the divider.
# ICELAKE_SERVER: f,.L3,{{[0-9]+}},3,[[CPU]],16.00,1.00,23.00,16.00,unit
# SAPPHIRERAPIDS: f,.L3,{{[0-9]+}},3,[[CPU]],16.00,0.00,23.00,16.00,unit
.L3:
  vdivpd %zmm8, %zmm9, %zmm0
  decq %rax
  jne .L3

# 4 on p0, p5: p1 is closed for 512 bits.
# ICELAKE_SERVER: f,.L4,{{[0-9]+}},6,[[CPU]],2.00,1.00,1.00,2.00,ports
# SAPPHIRERAPIDS: f,.L4,{{[0-9]+}},6,[[CPU]],2.00,0.00,1.00,2.00,ports
.L4:
  vpaddd %zmm8, %zmm9, %zmm0
  vpaddd %zmm8, %zmm9, %zmm1
  vpaddd %zmm8, %zmm9, %zmm2
  vpaddd %zmm8, %zmm9, %zmm3
  decq %rax
  jne .L4

  ret

# The taken branch takes a cycle, whatever else is less.
# RUN: kernel-opt --bounds-only --cpu=znver2 --format=csv %s | FileCheck %s -DCPU=znver2 --check-prefixes=ZEN2
# RUN: kernel-opt --bounds-only --cpu=znver3 --format=csv %s | FileCheck %s -DCPU=znver3 --check-prefixes=ZEN3
# RUN: kernel-opt --bounds-only --cpu=znver4 --format=csv %s | FileCheck %s -DCPU=znver4 --check-prefixes=ZEN4
# RUN: kernel-opt --bounds-only --cpu=znver5 --format=csv %s | FileCheck %s -DCPU=znver5 --check-prefixes=ZEN5

.text
f:
# znver2: FMA, carried by the sum: 5.
# ZEN2: f,.L0,{{[0-9]+}},3,[[CPU]],1.00,5.00,5.00,5.00,latency
# znver3, znver4, znver5: FMA, carried by the sum: 4.
# ZEN3: f,.L0,{{[0-9]+}},3,[[CPU]],1.00,4.00,4.00,4.00,latency
# ZEN4: f,.L0,{{[0-9]+}},3,[[CPU]],1.00,4.00,4.00,4.00,latency
# ZEN5: f,.L0,{{[0-9]+}},3,[[CPU]],1.00,4.00,4.00,4.00,latency
.L0:
  vfmadd231pd %ymm1, %ymm2, %ymm0
  cmpq %rdi, %rcx
  jne .L0

# 4 independent FMA on fp0 and fp1: 2.
# ZEN2: f,.L1,{{[0-9]+}},10,[[CPU]],2.00,0.00,5.00,2.00,ports
# ZEN3: f,.L1,{{[0-9]+}},10,[[CPU]],2.00,0.00,4.00,2.00,ports
# ZEN4: f,.L1,{{[0-9]+}},10,[[CPU]],2.00,0.00,4.00,2.00,ports
# ZEN5: f,.L1,{{[0-9]+}},10,[[CPU]],2.00,0.00,4.00,2.00,ports
.L1:
  vmovapd %ymm8, %ymm0
  vmovapd %ymm8, %ymm1
  vmovapd %ymm8, %ymm2
  vmovapd %ymm8, %ymm3
  vfmadd231pd %ymm9, %ymm10, %ymm0
  vfmadd231pd %ymm9, %ymm10, %ymm1
  vfmadd231pd %ymm9, %ymm10, %ymm2
  vfmadd231pd %ymm9, %ymm10, %ymm3
  cmpq %rdi, %rcx
  jne .L1

# znver2, znver3, znver4: vaddsd: 3.
# ZEN2: f,.L2,{{[0-9]+}},3,[[CPU]],1.00,3.00,3.00,3.00,latency
# ZEN3: f,.L2,{{[0-9]+}},3,[[CPU]],1.00,3.00,3.00,3.00,latency
# ZEN4: f,.L2,{{[0-9]+}},3,[[CPU]],1.00,3.00,3.00,3.00,latency
# znver5: vaddsd: 2.
# ZEN5: f,.L2,{{[0-9]+}},3,[[CPU]],1.00,2.00,3.00,2.00,latency
.L2:
  vaddsd %xmm1, %xmm0, %xmm0
  cmpq %rdi, %rcx
  jne .L2

# 3 vaddpd and 3 vmulpd of ymm, each on two pipes of their own: 1.50.
# ZEN2: f,.L3,{{[0-9]+}},8,[[CPU]],1.50,0.00,3.00,1.50,ports
# ZEN3: f,.L3,{{[0-9]+}},8,[[CPU]],1.50,0.00,3.00,1.50,ports
.L3:
  vaddpd %ymm8, %ymm9, %ymm0
  vaddpd %ymm8, %ymm9, %ymm1
  vaddpd %ymm8, %ymm9, %ymm2
  vmulpd %ymm8, %ymm9, %ymm3
  vmulpd %ymm8, %ymm9, %ymm4
  vmulpd %ymm8, %ymm9, %ymm5
  cmpq %rdi, %rcx
  jne .L3

  ret

# 3 vaddpd and 3 vmulpd of ymm, each on two pipes of their own: 1.50.
# ZEN4: f,.L3.znver4,{{[0-9]+}},8,[[CPU]],1.50,0.00,3.00,1.50,ports
# ZEN5: f,.L3.znver4,{{[0-9]+}},8,[[CPU]],1.50,0.00,3.00,1.50,ports
.L3.znver4:
  vaddpd %ymm8, %ymm9, %ymm0
  vaddpd %ymm8, %ymm9, %ymm1
  vaddpd %ymm8, %ymm9, %ymm2
  vmulpd %ymm8, %ymm9, %ymm3
  vmulpd %ymm8, %ymm9, %ymm4
  vmulpd %ymm8, %ymm9, %ymm5
  cmpq %rdi, %rcx
  jne .L3.znver4

# 4 FMA of 512 bits, full width: 2.
# ZEN5: f,.L4,{{[0-9]+}},10,[[CPU]],2.00,0.00,4.00,2.00,ports
.L4:
  vmovapd %zmm8, %zmm0
  vmovapd %zmm8, %zmm1
  vmovapd %zmm8, %zmm2
  vmovapd %zmm8, %zmm3
  vfmadd231pd %zmm9, %zmm10, %zmm0
  vfmadd231pd %zmm9, %zmm10, %zmm1
  vfmadd231pd %zmm9, %zmm10, %zmm2
  vfmadd231pd %zmm9, %zmm10, %zmm3
  cmpq %rdi, %rcx
  jne .L4

# 8 additions of 512 bits on four pipes: 2.
# ZEN5: f,.L5,{{[0-9]+}},10,[[CPU]],2.00,0.00,2.00,2.00,ports
.L5:
  vpaddd %zmm8, %zmm9, %zmm10
  vpaddd %zmm8, %zmm9, %zmm11
  vpaddd %zmm8, %zmm9, %zmm12
  vpaddd %zmm8, %zmm9, %zmm13
  vpaddd %zmm8, %zmm9, %zmm14
  vpaddd %zmm8, %zmm9, %zmm15
  vpaddd %zmm8, %zmm9, %zmm16
  vpaddd %zmm8, %zmm9, %zmm17
  cmpq %rdi, %rcx
  jne .L5

  ret

# A 512-bit FMA takes its pipe for two cycles, and one slot: 3 on two pipes, 3.
# ZEN4: f,.L4.znver4,{{[0-9]+}},8,[[CPU]],3.00,0.00,4.00,3.00,ports
.L4.znver4:
  vmovapd %zmm8, %zmm0
  vmovapd %zmm8, %zmm1
  vmovapd %zmm8, %zmm2
  vfmadd231pd %zmm9, %zmm10, %zmm0
  vfmadd231pd %zmm9, %zmm10, %zmm1
  vfmadd231pd %zmm9, %zmm10, %zmm2
  cmpq %rdi, %rcx
  jne .L4.znver4

  ret

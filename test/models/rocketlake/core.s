# What tells this core from the one below it, and some that it shares.
# RUN: kernel-opt --bounds-only --cpu=rocketlake --format=csv %s | FileCheck %s

.text
f:
# Moves are eliminated: imull 3, alone on p1. On Ice Lake 5.
# CHECK: f,.L0,{{[0-9]+}},5,rocketlake,1.00,3.00,3.00,3.00,latency
# RUN: kernel-opt --bounds-only --cpu=icelake-client --format=csv %s | FileCheck %s --check-prefix=ICL
# ICL: f,.L0,{{[0-9]+}},5,icelake-client,{{[0-9.]+}},5.00,5.00,5.00,latency
.L0:
  movl %ecx, %edx
  movl %edx, %ecx
  imull %ebx, %ecx
  decq %rax
  jne .L0

# 3 multiplications of 512 bits: there is no unit on p5.
# CHECK: f,.L1,{{[0-9]+}},5,rocketlake,3.00,{{.*}},ports
.L1:
  vmulpd %zmm8, %zmm9, %zmm0
  vmulpd %zmm8, %zmm9, %zmm1
  vmulpd %zmm8, %zmm9, %zmm2
  decq %rax
  jne .L1
  ret

# Loops as compilers write them.
# RUN: kernel-opt --bounds-only --cpu=icelake-server --format=csv %s | FileCheck %s -DCPU=icelake-server --check-prefixes=ICELAKE_SERVER
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=csv %s | FileCheck %s -DCPU=sapphirerapids --check-prefixes=SAPPHIRERAPIDS
# RUN: kernel-opt --bounds-only --cpu=lunarlake --format=csv %s | FileCheck %s -DCPU=lunarlake --check-prefixes=LUNARLAKE
# RUN: kernel-opt --bounds-only --cpu=gracemont --format=csv %s | FileCheck %s -DCPU=gracemont --check-prefixes=GRACEMONT

.text
f:
# icelake-server: Loads 4 / 2; stores 2 / 2. 9 slots / 5 = 1.80. Path 7 + 4 + 1.
# ICELAKE_SERVER: f,.L0,{{[0-9]+}},10,[[CPU]],2.00,1.00,11.00,2.00,ports
# sapphirerapids: Loads 4 / 3, 9 slots / 6, two cycles of the loop buffer. Path 6 + 4 + 1.
# SAPPHIRERAPIDS: f,.L0,{{[0-9]+}},10,[[CPU]],2.00,0.00,11.00,2.00,frontend
# lunarlake: Loads 4 / 3. 9 slots / 8. Path 6 + 4 + 1.
# LUNARLAKE: f,.L0,{{[0-9]+}},10,[[CPU]],1.33,0.00,11.00,1.33,ports
# gracemont: 4 loads in halves / 2; FMA 4 / 2; stores 4 / 2. Path 5 + 6 + 1.
# GRACEMONT: f,.L0,{{[0-9]+}},10,[[CPU]],4.00,1.00,12.00,4.00,ports
.L0:
  vmovupd (%rdi), %ymm1
  vmovupd 32(%rdi), %ymm2
  vfmadd213pd (%rsi), %ymm0, %ymm1
  vfmadd213pd 32(%rsi), %ymm0, %ymm2
  vmovupd %ymm1, (%rsi)
  vmovupd %ymm2, 32(%rsi)
  addq $64, %rdi
  addq $64, %rsi
  cmpq %rdi, %rcx
  jne .L0

# icelake-server: Loads 8 / 2; the accumulators 4.
# ICELAKE_SERVER: f,.L1,{{[0-9]+}},10,[[CPU]],4.00,4.00,10.00,4.00,ports
# sapphirerapids: Loads 8 / 3; the accumulators 4.
# SAPPHIRERAPIDS: f,.L1,{{[0-9]+}},10,[[CPU]],2.67,4.00,10.00,4.00,latency
# lunarlake: Loads 8 / 3; the accumulators 4.
# LUNARLAKE: f,.L1,{{[0-9]+}},10,[[CPU]],2.67,4.00,10.00,4.00,latency
# gracemont: 8 loads in halves / 2; the accumulators 6.
# GRACEMONT: f,.L1,{{[0-9]+}},10,[[CPU]],8.00,6.00,11.00,8.00,ports
.L1:
  vmovupd (%rdi), %ymm4
  vmovupd 32(%rdi), %ymm5
  vmovupd 64(%rdi), %ymm6
  vmovupd 96(%rdi), %ymm7
  vfmadd231pd (%rsi), %ymm4, %ymm0
  vfmadd231pd 32(%rsi), %ymm5, %ymm1
  vfmadd231pd 64(%rsi), %ymm6, %ymm2
  vfmadd231pd 96(%rsi), %ymm7, %ymm3
  decq %rax
  jne .L1

  ret

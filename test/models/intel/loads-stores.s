# Loads, stores, forwarding.
# RUN: kernel-opt --bounds-only --cpu=icelake-server --format=csv %s | FileCheck %s -DCPU=icelake-server --check-prefixes=ICELAKE_SERVER
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=csv %s | FileCheck %s -DCPU=sapphirerapids --check-prefixes=SAPPHIRERAPIDS
# RUN: kernel-opt --bounds-only --cpu=lunarlake --format=csv %s | FileCheck %s -DCPU=lunarlake --check-prefixes=LUNARLAKE
# RUN: kernel-opt --bounds-only --cpu=gracemont --format=csv %s | FileCheck %s -DCPU=gracemont --check-prefixes=GRACEMONT

.text
f:
# icelake-server: 6 loads / 2.
# ICELAKE_SERVER: f,.L0,{{[0-9]+}},9,[[CPU]],3.00,1.00,6.00,3.00,ports
# sapphirerapids: 6 loads / 3.
# SAPPHIRERAPIDS: f,.L0,{{[0-9]+}},9,[[CPU]],2.00,1.00,6.00,2.00,ports
# lunarlake: 6 loads / 3, pipelined.
# LUNARLAKE: f,.L0,{{[0-9]+}},9,[[CPU]],2.00,0.00,6.00,2.00,ports
# gracemont: 6 loads in two halves / 2.
# GRACEMONT: f,.L0,{{[0-9]+}},9,[[CPU]],6.00,1.00,5.00,6.00,ports
.L0:
  vmovupd (%rdi), %ymm0
  vmovupd 32(%rdi), %ymm1
  vmovupd 64(%rdi), %ymm2
  vmovupd 96(%rdi), %ymm3
  vmovupd 128(%rdi), %ymm4
  vmovupd 160(%rdi), %ymm5
  addq $192, %rdi
  decq %rax
  jne .L0

# icelake-server: Two stores a cycle, with an index, too: 4 / 2.
# ICELAKE_SERVER: f,.L1,{{[0-9]+}},7,[[CPU]],2.00,1.00,1.00,2.00,ports
# sapphirerapids, lunarlake: 4 stores / 2.
# SAPPHIRERAPIDS: f,.L1,{{[0-9]+}},7,[[CPU]],2.00,0.00,1.00,2.00,ports
# LUNARLAKE: f,.L1,{{[0-9]+}},7,[[CPU]],2.00,0.00,1.00,2.00,ports
# gracemont: 4 stores / 2.
# GRACEMONT: f,.L1,{{[0-9]+}},7,[[CPU]],2.00,1.00,1.00,2.00,ports
.L1:
  movq %rcx, (%rdi,%rdx)
  movq %rcx, 8(%rdi,%rdx)
  movq %rcx, 16(%rdi,%rdx)
  movq %rcx, 24(%rdi,%rdx)
  addq $32, %rdx
  decq %rax
  jne .L1

# icelake-server: To the same word: forwarding 4 and addq 1.
# ICELAKE_SERVER: f,.L2,{{[0-9]+}},3,[[CPU]],1.00,7.00,7.00,7.00,latency
# sapphirerapids: An update by a constant is renamed: 1 for the addition.
# SAPPHIRERAPIDS: f,.L2,{{[0-9]+}},3,[[CPU]],1.00,1.00,7.00,1.00,latency
# lunarlake: The renamed word costs nothing to load: addq 1. Store data 1 of 2.
# LUNARLAKE: f,.L2,{{[0-9]+}},3,[[CPU]],1.00,1.00,6.00,1.00,latency
# gracemont: The word that the store left is taken to cost nothing: addq 1. Load 1 of 2.
# GRACEMONT: f,.L2,{{[0-9]+}},3,[[CPU]],0.50,1.00,5.00,1.00,latency
.L2:
  addq $1, 8(%rdi)
  decq %rax
  jne .L2

# icelake-server: Chasing pointers takes 5 here.
# ICELAKE_SERVER: f,.L3,{{[0-9]+}},3,[[CPU]],1.00,5.00,5.00,5.00,latency
# sapphirerapids: Chasing pointers: 5. The pair on p0, p6.
# SAPPHIRERAPIDS: f,.L3,{{[0-9]+}},3,[[CPU]],1.00,5.00,5.00,5.00,latency
# lunarlake: Chasing pointers: 4. One load of 3, one branch of 3.
# LUNARLAKE: f,.L3,{{[0-9]+}},3,[[CPU]],1.00,4.00,4.00,4.00,latency
# gracemont: Chasing pointers: 3.
# GRACEMONT: f,.L3,{{[0-9]+}},3,[[CPU]],0.50,3.00,3.00,3.00,latency
.L3:
  movq (%rdi), %rdi
  decq %rax
  jne .L3

  ret

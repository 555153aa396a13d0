# Zeroing, all ones, moves.
# RUN: kernel-opt --bounds-only --cpu=icelake-server --format=csv %s | FileCheck %s -DCPU=icelake-server --check-prefixes=ICELAKE_SERVER
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=csv %s | FileCheck %s -DCPU=sapphirerapids --check-prefixes=SAPPHIRERAPIDS
# RUN: kernel-opt --bounds-only --cpu=lunarlake --format=csv %s | FileCheck %s -DCPU=lunarlake --check-prefixes=LUNARLAKE
# RUN: kernel-opt --bounds-only --cpu=gracemont --format=csv %s | FileCheck %s -DCPU=gracemont --check-prefixes=GRACEMONT

.text
f:
# icelake-server: The zeroing cuts the chain; vaddsd 4. vaddsd and jne on p0, p1, p6: 2 / 3.
# ICELAKE_SERVER: f,.L0,{{[0-9]+}},4,[[CPU]],1.00,1.00,4.00,1.00,latency
# sapphirerapids: The zeroing cuts the chain; vaddsd 3. One trip a cycle: dec is not carried.
# SAPPHIRERAPIDS: f,.L0,{{[0-9]+}},4,[[CPU]],1.00,0.00,3.00,1.00,branch
# lunarlake: The zeroing cuts the chain; vaddsd 3. One trip a cycle.
# LUNARLAKE: f,.L0,{{[0-9]+}},4,[[CPU]],1.00,0.00,3.00,1.00,branch
# gracemont: The zeroing cuts the chain; vaddsd 3. 3 slots / 5; dec is carried.
# GRACEMONT: f,.L0,{{[0-9]+}},4,[[CPU]],0.60,1.00,3.00,1.00,latency
.L0:
  vxorpd %xmm0, %xmm0, %xmm0
  vaddsd %xmm0, %xmm1, %xmm0
  decq %rax
  jne .L0

# icelake-server: Moves between general registers are not eliminated: 1 + 1 + imull 3.
# ICELAKE_SERVER: f,.L1,{{[0-9]+}},5,[[CPU]],1.00,3.00,3.00,3.00,latency
# sapphirerapids: Both moves are eliminated: imull 3, alone on p1.
# SAPPHIRERAPIDS: f,.L1,{{[0-9]+}},5,[[CPU]],1.00,3.00,3.00,3.00,latency
# lunarlake: Both moves are eliminated: imull 3. 4 slots / 8.
# LUNARLAKE: f,.L1,{{[0-9]+}},5,[[CPU]],1.00,3.00,3.00,3.00,latency
# gracemont: Both moves are eliminated: imull 3. 4 slots / 5.
# GRACEMONT: f,.L1,{{[0-9]+}},5,[[CPU]],0.80,3.00,3.00,3.00,latency
.L1:
  movl %ecx, %edx
  movl %edx, %ecx
  imull %ebx, %ecx
  decq %rax
  jne .L1

# icelake-server: Zeroing and vector moves take no port: 11 slots / 5.
# ICELAKE_SERVER: f,.L2,{{[0-9]+}},12,[[CPU]],2.20,1.00,1.00,2.20,issue
# sapphirerapids: Zeroing and moves take no port: 11 slots / 6, and two cycles of the loop buffer.
# SAPPHIRERAPIDS: f,.L2,{{[0-9]+}},12,[[CPU]],2.00,0.00,0.00,2.00,frontend
# lunarlake: Zeroing and moves take no port: 11 slots / 8.
# LUNARLAKE: f,.L2,{{[0-9]+}},12,[[CPU]],1.38,0.00,0.00,1.38,issue
# gracemont: Zeroing and moves of 128 bits take no port: 11 slots / 5.
# GRACEMONT: f,.L2,{{[0-9]+}},12,[[CPU]],2.20,1.00,1.00,2.20,issue
.L2:
  xorl %ecx, %ecx
  xorl %edx, %edx
  xorl %esi, %esi
  xorl %edi, %edi
  vpxor %xmm0, %xmm0, %xmm0
  vpxor %xmm1, %xmm1, %xmm1
  vpxor %xmm2, %xmm2, %xmm2
  vmovaps %xmm3, %xmm4
  vmovaps %xmm3, %xmm5
  vmovaps %xmm3, %xmm6
  decq %rax
  jne .L2

# icelake-server: All ones does not wait, but executes: 1 + 1. 3 micro-ops on p0, p1, p5, p6.
# ICELAKE_SERVER: f,.L3,{{[0-9]+}},4,[[CPU]],1.00,1.00,2.00,1.00,latency
# sapphirerapids, lunarlake: All ones does not wait, but executes: 1 + 1. One trip a cycle.
# SAPPHIRERAPIDS: f,.L3,{{[0-9]+}},4,[[CPU]],1.00,0.00,2.00,1.00,branch
# LUNARLAKE: f,.L3,{{[0-9]+}},4,[[CPU]],1.00,0.00,2.00,1.00,branch
# gracemont: All ones does not wait, but executes: 1 + 1. 2 of 3 vector ports.
# GRACEMONT: f,.L3,{{[0-9]+}},4,[[CPU]],0.67,1.00,2.00,1.00,latency
.L3:
  vpcmpeqd %xmm0, %xmm0, %xmm0
  vpsubd %xmm0, %xmm1, %xmm0
  decq %rax
  jne .L3

  ret

# Forms of Golden Cove that were measured one by one (bench/measured).
# RUN: kernel-opt --bounds-only --cpu=emeraldrapids --format=csv %s | FileCheck %s

.text
f:
# LEA of a base and a displacement and constants of 64 bits take no port, and the
# first adds nothing to a chain: 8 slots / 6.
# CHECK: f,.L0,{{[0-9]+}},9,emeraldrapids,1.33,0.00,0.00,1.33,issue
.L0:
  leaq 8(%rsi), %rsi
  leaq -8(%rsi), %rsi
  leaq 16(%rdi), %rdi
  leaq 16(%rdi), %r8
  leaq 24(%rdi), %r9
  movq $5, %r10
  movq $6, %r11
  decq %rax
  jne .L0

# In 32 bits, and with an index, LEA executes; a multiplied index has three ports,
# two of them those of the branch: 6 and the branch / 3.
# CHECK: f,.L1,{{[0-9]+}},8,emeraldrapids,2.33,0.00,2.00,2.33,ports
.L1:
  leaq (%rsi,%rdi,4), %rcx
  leaq (%rsi,%rdi,4), %rdx
  leaq (%rsi,%rdi,4), %r8
  leaq (%rsi,%rdi,4), %r9
  leaq (%rsi,%rdi,4), %r10
  leaq (%rsi,%rdi,4), %r11
  decq %rax
  jne .L1

# Extensions of a sign have p1, p5, p10, bit tests p1 alone: 4 and 2.
# CHECK: f,.L2,{{[0-9]+}},8,emeraldrapids,2.00,0.00,1.00,2.00,ports
.L2:
  movslq %esi, %rcx
  movslq %esi, %rdx
  movsbl %sil, %r8d
  movsbl %sil, %r9d
  btq $3, %rdi
  bzhiq %rsi, %rdi, %r10
  decq %rax
  jne .L2

# Moves on two flags are two micro-ops on p0, p6: 2 x 2 and the branch / 2.
# CHECK: f,.L3,{{[0-9]+}},4,emeraldrapids,2.50,1.00,{{.*}},2.50,ports
.L3:
  cmovaq %rsi, %rcx
  cmovaq %rsi, %rdx
  decq %rax
  jne .L3

# Loads that extend a sign take 6, those of vectors of 32 bytes 6 and of 16 bytes 5.
# CHECK: f,.L4,{{[0-9]+}},3,emeraldrapids,1.00,6.00,6.00,6.00,latency
.L4:
  movslq (%rsi,%rcx), %rcx
  decq %rax
  jne .L4
# CHECK: f,.L5,{{[0-9]+}},4,emeraldrapids,1.00,8.00,8.00,8.00,latency
.L5:
  vmovdqu (%rsi,%rcx), %xmm0
  vmovq %xmm0, %rcx
  decq %rax
  jne .L5
# CHECK: f,.L6,{{[0-9]+}},4,emeraldrapids,1.00,9.00,9.00,9.00,latency
.L6:
  vmovdqu (%rsi,%rcx), %ymm0
  vmovq %xmm0, %rcx
  decq %rax
  jne .L6

# To a mask and back 4, to a vector and back through a comparison of signs 4.
# CHECK: f,.L7,{{[0-9]+}},4,emeraldrapids,1.00,4.00,4.00,4.00,latency
.L7:
  kmovd %ecx, %k1
  kmovd %k1, %ecx
  decq %rax
  jne .L7
# CHECK: f,.L8,{{[0-9]+}},4,emeraldrapids,1.00,4.00,4.00,4.00,latency
.L8:
  vmovd %ecx, %xmm0
  vmovmskps %xmm0, %ecx
  decq %rax
  jne .L8

# A gather of 8 floats has 17 slots, with the mask and the branch 19; a scatter of
# as many 41 and 43.
# CHECK: f,.L9,{{[0-9]+}},4,emeraldrapids,3.17,{{.*}},3.17,issue
.L9:
  kxnorw %k0, %k0, %k1
  vgatherdps (%rsi,%ymm1,4), %ymm0 {%k1}
  decq %rax
  jne .L9
# CHECK: f,.L10,{{[0-9]+}},4,emeraldrapids,7.17,{{.*}},7.17,issue
.L10:
  kxnorw %k0, %k0, %k1
  vscatterdps %ymm0, (%rsi,%ymm1,4) {%k1}
  decq %rax
  jne .L10

# Additions of 512 bits follow each other in 3 cycles, of 256 bits in 2.
# CHECK: f,.L11,{{[0-9]+}},3,emeraldrapids,1.00,3.00,3.00,3.00,latency
.L11:
  vaddps %zmm1, %zmm0, %zmm0
  decq %rax
  jne .L11
# CHECK: f,.L12,{{[0-9]+}},3,emeraldrapids,1.00,2.00,{{.*}},2.00,latency
.L12:
  vaddps %ymm1, %ymm0, %ymm0
  decq %rax
  jne .L12

  ret

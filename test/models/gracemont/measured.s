# What the InstLatX64 measurements of Alder Lake's E cores show.
# RUN: kernel-opt --bounds-only --cpu=gracemont --format=csv %s | FileCheck %s

.text
f:
# A conditional move takes 1 from its old destination and 2 from the other operand:
# 1 for the first, 2 + 2 for the others. Two a cycle.
# CHECK: f,.L0,{{[0-9]+}},5,gracemont,1.50,4.00,4.00,4.00,latency
.L0:
  cmovb %rdx, %rcx
  cmovb %rsi, %rdi
  cmovb %rdi, %rsi
  decq %rax
  jne .L0

# The carry takes 2: 2 * 2; what adcx and the counter take is less.
# CHECK: f,.L1,{{[0-9]+}},4,gracemont,{{[0-9.]+}},4.00,{{[0-9.]+}},4.00,latency
.L1:
  adcq (%rsi,%r8), %rcx
  adcq 8(%rsi,%r8), %rdx
  leaq 16(%r8), %r8
  jmp .L1

# lea: 1, 1 with a multiplied index, 2 with three parts; of the last two kinds one a
# cycle: 3.
# CHECK: f,.L2,{{[0-9]+}},6,gracemont,3.00,4.00,4.00,4.00,latency
.L2:
  leaq (%rcx,%rdx), %rcx
  leaq (%rcx,%rdx,4), %rcx
  leaq 8(%rcx,%rdx), %rcx
  leaq 8(%rsi,%rdx,2), %rdi
  decq %rax
  jne .L2

# Bit fields, 3 each, one a cycle.
# CHECK: f,.L3,{{[0-9]+}},5,gracemont,3.00,6.00,6.00,6.00,latency
.L3:
  blsrq %rcx, %rcx
  tzcntq %rcx, %rcx
  popcntq %rsi, %rdi
  decq %rax
  jne .L3

# An exchange of registers is microcode: 2 * 3.
# CHECK: f,.L4,{{[0-9]+}},4,gracemont,6.00,{{[0-9.]+}},{{[0-9.]+}},6.00,unit
.L4:
  xchgq %rcx, %rdx
  xchgq %rsi, %rdi
  decq %rax
  jne .L4

# Shuffles and shifts on three ports: 6 / 3. vpshufb one a cycle.
# CHECK: f,.L5,{{[0-9]+}},8,gracemont,2.00,1.00,1.00,2.00,ports
.L5:
  vpunpcklbw %xmm8, %xmm9, %xmm0
  vpalignr $4, %xmm8, %xmm9, %xmm1
  vshufps $4, %xmm8, %xmm9, %xmm2
  vpslld $4, %xmm8, %xmm3
  vpshufd $4, %xmm8, %xmm4
  vpshufb %xmm8, %xmm9, %xmm5
  decq %rax
  jne .L5

# Integer multiplication on f0: 1 + 1 + 2. vpmulld 4.
# CHECK: f,.L6,{{[0-9]+}},5,gracemont,4.00,4.00,4.00,4.00,ports
.L6:
  vpmullw %xmm8, %xmm9, %xmm0
  vpmuludq %xmm8, %xmm9, %xmm1
  vpmulld %xmm8, %xmm2, %xmm2
  decq %rax
  jne .L6

# Maximum 3, comparison 3.
# CHECK: f,.L7,{{[0-9]+}},4,gracemont,1.00,6.00,6.00,6.00,latency
.L7:
  vmaxps %xmm8, %xmm0, %xmm0
  vcmpltps %xmm8, %xmm0, %xmm0
  decq %rax
  jne .L7

# To a general register 5, and back 5; along the vector register no more than 1.
# CHECK: f,.L8,{{[0-9]+}},4,gracemont,1.00,10.00,10.00,10.00,latency
.L8:
  vpextrd $1, %xmm0, %ecx
  vpinsrd $1, %ecx, %xmm1, %xmm0
  decq %rax
  jne .L8
# CHECK: f,.L9,{{[0-9]+}},4,gracemont,2.00,2.00,{{[0-9.]+}},2.00,
.L9:
  vpinsrd $1, %ecx, %xmm0, %xmm0
  pinsrd $2, %ecx, %xmm0
  decq %rax
  jne .L9

# Of 64 bits by 32: a quotient every 5 cycles, of doubles every 8.
# CHECK: f,.M0,{{[0-9]+}},4,gracemont,13.00,1.00,13.00,13.00,unit
.M0:
  vdivss %xmm8, %xmm9, %xmm0
  vdivsd %xmm8, %xmm9, %xmm1
  decq %rax
  jne .M0

# x87: an addition 3, a multiplication 5, one in 2.
# CHECK: f,.M1,{{[0-9]+}},4,gracemont,3.00,8.00,8.00,8.00,latency
.M1:
  fadd %st(1), %st
  fmul %st(2), %st
  decq %rax
  jne .M1

  ret

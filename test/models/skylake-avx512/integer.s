# Integer instructions and the ports they are bound to.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s

.text
f:
# 3 imulq on p1: 3.00, latency 3.
# CHECK: f,.L0,{{[0-9]+}},5,skylake-avx512,3.00,3.00,3.00,3.00,ports
.L0:
  imulq %rcx, %rdx
  imulq %rcx, %rbx
  imulq %rcx, %rsi
  decq %rax
  jne .L0

# 5 shifts on p0,p6 and the fused branch: 6/2 = 3.00. Path shlq, shlxq: 2.
# CHECK: f,.L1,{{[0-9]+}},7,skylake-avx512,3.00,1.00,2.00,3.00,ports
.L1:
  shlq $3, %rcx
  shrq $3, %rdx
  sarq $3, %rbx
  rorxq $5, %rsi, %rdi
  shlxq %rcx, %rsi, %r8
  decq %rax
  jne .L1

# Shifts by cl are 3 micro-ops on p0,p6: (3 + 3 + 1)/2 = 3.50 (measured: 3.59). They merge the old
# flags: a cycle at least from flags to flags, in the first of three here; from the datum to the flags 2.
# CHECK: f,.L2,{{[0-9]+}},4,skylake-avx512,3.50,1.00,3.00,3.50,ports
.L2:
  shlq %cl, %rdx
  shrq %cl, %rbx
  subq $1, %rax
  jne .L2

# Rotations, too: (4 * 3 + 1)/2 = 6.50 (measured: 6.50).
# CHECK: f,.L2b,{{[0-9]+}},6,skylake-avx512,6.50,{{.*}},6.50,ports
.L2b:
  rolq %cl, %rdx
  rorq %cl, %rbx
  rolq %cl, %rsi
  rorq %cl, %rdi
  subq $1, %rax
  jne .L2b

# The datum does not wait for the flags of the shift before: 3 * 3 + 1 + 1 = 11 (measured: 10.97).
# CHECK: f,.L2c,{{[0-9]+}},7,skylake-avx512,{{[0-9.]+}},11.00,{{[0-9.]+}},11.00,latency
.L2c:
  imulq %rdx, %rdx
  imulq %rdx, %rdx
  imulq %rdx, %rdx
  shlq %cl, %rdx
  shrq %cl, %rdx
  subq $1, %rax
  jne .L2c

# 2 leaq of two components on p1,p5: 2/2 = 1.00, latency 1. Issue 3/4.
# CHECK: f,.L3,{{[0-9]+}},4,skylake-avx512,1.00,1.00,1.00,1.00,ports
.L3:
  leaq (%rcx,%rdx,8), %rbx
  leaq 8(%rcx), %rsi
  decq %rax
  jne .L3

# 2 leaq of three components on p1 only: 2.00, latency 3.
# CHECK: f,.L4,{{[0-9]+}},4,skylake-avx512,2.00,1.00,3.00,2.00,ports
.L4:
  leaq 8(%rcx,%rdx,8), %rbx
  leaq 16(%rcx,%rdx,8), %rsi
  decq %rax
  jne .L4

# popcnt, tzcnt, lzcnt on p1: 3.00, latency 3; popcnt waits for its destination.
# CHECK: f,.L5,{{[0-9]+}},5,skylake-avx512,3.00,3.00,3.00,3.00,ports
.L5:
  popcntq %rcx, %rdx
  tzcntq %rcx, %rbx
  lzcntq %rcx, %rsi
  decq %rax
  jne .L5

# cmov and setcc on p0,p6 with the fused branch: 4/2 = 2.00. They read the flags of the
# decq of the trip before; only decq and the merged sil are carried, 1 each.
# CHECK: f,.L6,{{[0-9]+}},5,skylake-avx512,2.00,1.00,1.00,2.00,ports
.L6:
  cmovneq %rcx, %rdx
  cmoveq %rcx, %rbx
  setne %sil
  decq %rax
  jne .L6

# divl: divider 6; latency 25 to the quotient, 26 to the remainder (both measured) and so
# through edx. 10 micro-ops of the core on p0156 and the branch.
# CHECK: f,.L7,{{[0-9]+}},3,skylake-avx512,6.00,26.00,26.00,26.00,latency
.L7:
  divl %ecx
  decq %r10
  jne .L7

# mulq: p1 and p5. Carried through rax, the low half: 3. To the high half 4.
# CHECK: f,.L8,{{[0-9]+}},3,skylake-avx512,1.00,3.00,4.00,3.00,latency
.L8:
  mulq %rcx
  decq %r10
  jne .L8

# The high half of mulq, 4, and the leaq, 1: 5.
# CHECK: f,.L9,{{[0-9]+}},4,skylake-avx512,{{[0-9.]+}},5.00,5.00,5.00,latency
.L9:
  mulq %rcx
  leaq (%rdx), %rax
  decq %r10
  jne .L9

# mulxq to the low half: 3.
# CHECK: f,.L10,{{[0-9]+}},3,skylake-avx512,1.00,3.00,{{[0-9.]+}},3.00,latency
.L10:
  mulxq %rcx, %rdx, %rbx
  decq %r10
  jne .L10

# mulxq to the high half: 4.
# CHECK: f,.L11,{{[0-9]+}},3,skylake-avx512,1.00,4.00,4.00,4.00,latency
.L11:
  mulxq %rcx, %rbx, %rdx
  decq %r10
  jne .L11

# divq with rdx cleared: 33 through the quotient, in rax.
# CHECK: f,.L12,{{[0-9]+}},4,skylake-avx512,21.00,33.00,33.00,33.00,latency
.L12:
  xorl %edx, %edx
  divq %rcx
  decq %r10
  jne .L12

# To the remainder 32, and 1 of leaq: 33.
# CHECK: f,.L13,{{[0-9]+}},5,skylake-avx512,21.00,33.00,33.00,33.00,latency
.L13:
  xorl %edx, %edx
  divq %rcx
  leaq (%rdx), %rax
  decq %r10
  jne .L13

# Through rdx alone: 32 to the remainder, all of which an rdx of 0 saves; the divider's 21
# remain.
# CHECK: f,.L14,{{[0-9]+}},4,skylake-avx512,21.00,1.00,{{[0-9.]+}},21.00,unit
.L14:
  movl $1, %eax
  divq %rcx
  decq %r10
  jne .L14

# idivq through rdx alone: 40 less 1.
# CHECK: f,.L15,{{[0-9]+}},4,skylake-avx512,24.00,39.00,{{[0-9.]+}},39.00,latency
.L15:
  movl $1, %eax
  idivq %rcx
  decq %r10
  jne .L15

# divb and idivb: 21 and 22, both through ax.
# CHECK: f,.L16,{{[0-9]+}},3,skylake-avx512,6.00,21.00,21.00,21.00,latency
.L16:
  divb %cl
  decq %r10
  jne .L16

# CHECK: f,.L17,{{[0-9]+}},3,skylake-avx512,6.00,22.00,22.00,22.00,latency
.L17:
  idivb %cl
  decq %r10
  jne .L17

# A lea with three components: 3 cycles on p1. The base r13 has a displacement, of 0.
# CHECK: f,.L18,{{[0-9]+}},3,skylake-avx512,1.00,3.00,3.00,3.00,latency
.L18:
  leaq (%r13,%rcx), %r13
  decq %r10
  jne .L18

# CHECK: f,.L19,{{[0-9]+}},3,skylake-avx512,1.00,1.00,1.00,1.00,latency
.L19:
  leaq (%rcx,%r13), %r13
  decq %r10
  jne .L19

  ret

# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=csv %s | FileCheck %s
# Instructions from the microcode sequencer: slots as loops with nops show them.
f:
# 16 slots of the division, xorl, movl, 24 nops and the counter, 43 / 4 = 10.75
# (measured: 12.8, of which the code's windows may take some). The divider has 6.
# CHECK: f,.L0,{{[0-9]+}},29,cascadelake,10.75,{{[0-9.]+}},{{[0-9.]+}},10.75,issue
.L0:
  xorl %edx, %edx
  movl $7, %eax
  divl %ebx
  .rept 24
  nopl 8(%rax)
  .endr
  subq $1, %r15
  jne .L0

# A bit of a string in memory: 17 slots, 26 nops, the counter: 44 / 4 (measured: 11.0).
# CHECK: f,.L1,{{[0-9]+}},29,cascadelake,11.00,{{[0-9.]+}},{{[0-9.]+}},11.00,issue
.L1:
  btl %eax, (%r13)
  .rept 26
  nopl 8(%rax)
  .endr
  subq $1, %r15
  jne .L1

# A shift of memory by cl: 9, 26 and 1: 9.00 (measured: 9.0).
# CHECK: f,.L2,{{[0-9]+}},29,cascadelake,9.00,{{[0-9.]+}},{{[0-9.]+}},9.00,issue
.L2:
  sarl %cl, (%r13)
  .rept 26
  nopl 8(%rax)
  .endr
  subq $1, %r15
  jne .L2

# xadd: the register does not wait for its old value; 4 slots, an addition and the
# counter: 6 / 4 (measured: 1.50).
# CHECK: f,.L3,{{[0-9]+}},4,cascadelake,1.50,1.00,{{[0-9.]+}},1.50,issue
.L3:
  xaddl %eax, (%r13)
  addq $4, %r13
  subq $1, %r15
  jne .L3

# Chains through memory: 5.0 measured, of xchg through registers 1.5 for two of them.
# CHECK: f,.L4,{{[0-9]+}},3,cascadelake,{{[0-9.]+}},5.00,{{[0-9.]+}},5.00,latency
.L4:
  cmpxchgl %ebx, (%r13)
  subq $1, %r15
  jne .L4

# CHECK: f,.L5,{{[0-9]+}},3,cascadelake,1.00,1.00,{{[0-9.]+}},1.00,
.L5:
  xchgl %eax, %ebx
  subq $1, %r15
  jne .L5

# Of 17 slots the micro-op cache holds where their microcode is, so that all is in it:
# no window has more than 18. 44 / 4 = 11.00 (measured: 12.8; decoded it would be 14).
# CHECK: f,.L6,{{[0-9]+}},29,cascadelake,11.00,{{[0-9.]+}},{{[0-9.]+}},11.00,issue
  .p2align 6
.L6:
  cmpxchgl %ebx, %edx
  .rept 26
  nopl 512(%rax,%rax)
  .endr
  subq $1, %r15
  jne .L6

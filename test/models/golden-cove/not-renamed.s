# Values that go through memory and are not renamed: measured 6 and more behind
# one operation where renamed ones take 1.
# RUN: kernel-opt --bounds-only --cpu=emeraldrapids --format=csv %s | FileCheck %s

.text
f:
# An address that counts from the program counter: 6 are expected and 5 proved.
# CHECK: f,.L0,{{[0-9]+}},5,emeraldrapids,1.00,7.00,{{[0-9.]+}},7.00,latency,{{.*}},6.00,
.L0:
  movl word(%rip), %ecx
  addl %esi, %ecx
  movl %ecx, word(%rip)
  decq %rax
  jne .L0

# Nor is what SETcc stores expected to be: 5, the comparison and SETcc; 2 are proved.
# CHECK: f,.L1,{{[0-9]+}},5,emeraldrapids,1.00,7.00,{{[0-9.]+}},7.00,latency,{{.*}},2.00,
.L1:
  movzbl (%rsi), %ecx
  cmpl $10, %ecx
  setae (%rsi)
  decq %rax
  jne .L1

# Nor operands of MULX (4 to the high half), ANDN, and CMP with a register.
# CHECK: f,.L2,{{[0-9]+}},4,emeraldrapids,1.00,9.00,{{[0-9.]+}},9.00,latency
.L2:
  mulxq (%rsi), %r8, %r9
  movq %r9, (%rsi)
  decq %rax
  jne .L2
# CHECK: f,.L3,{{[0-9]+}},4,emeraldrapids,1.00,6.00,{{[0-9.]+}},6.00,latency
.L3:
  andnq (%rsi), %rdi, %rcx
  movq %rcx, (%rsi)
  decq %rax
  jne .L3
# CHECK: f,.L4,{{[0-9]+}},5,emeraldrapids,1.00,7.00,{{[0-9.]+}},7.00,latency
.L4:
  cmpq (%rsi), %rdi
  sbbq %rcx, %rcx
  movq %rcx, (%rsi)
  decq %rax
  jne .L4

# The operand of POPCNT is renamed: 3.
# CHECK: f,.L5,{{[0-9]+}},4,emeraldrapids,1.00,3.00,{{[0-9.]+}},3.00,latency
.L5:
  popcntq (%rsi), %rcx
  movq %rcx, (%rsi)
  decq %rax
  jne .L5

  ret
  .bss
word:
  .zero 8

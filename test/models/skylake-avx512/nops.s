# Forms of the NOP as assemblers write them: a slot each and no port. A prefix that
# stands alone is part of the instruction behind it, and no slot.
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=csv %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=znver3 --format=csv %s | FileCheck %s --check-prefix=ZEN
# RUN: kernel-opt --bounds-only --cpu=cascadelake %s | FileCheck %s --check-prefix=TEXT

.text
f:
# 7 slots and the fused pair, 8 / 4 = 2.00. On Zen 3 six a cycle: 8 / 6 = 1.33; they
# are one line of its micro-op cache.
# CHECK: f,.L0,{{[0-9]+}},10,cascadelake,2.00,1.00,1.00,2.00,issue
# ZEN: f,.L0,{{[0-9]+}},10,znver3,1.33,1.00,1.00,1.33,issue
# TEXT: instructions: 10; 10 from model files, 0 from LLVM's tables
.L0:
  xchg %ax, %ax
  xchg %ax, %ax
  xchg %rax, %rax
  nop
  nopw (%rax)
  nopl 0x200(%rax,%rax)
  data16 nop
  decq %rcx
  jne .L0

# No NOP: it clears the upper half of rax. Three micro-ops on p0,p1,p5,p6.
# CHECK: f,.L1,{{[0-9]+}},3,cascadelake,1.00,1.00,1.00,1.00,
.L1:
  xchg %eax, %eax
  decq %rcx
  jne .L1
  ret

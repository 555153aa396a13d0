# An atomic update takes the unit `lock` for 18 cycles, whatever its operation;
# a fence 33. Measured, see docs/evidence/model-values.md.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s
# The same where the prefix is decoded: it is no instruction of its own.
# RUN: llvm-mc --triple=x86_64-linux-gnu --filetype=obj %s -o %t.o
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %t.o | FileCheck %s --check-prefix=OBJECT
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 %s --line=22 | FileCheck %s --check-prefix=TEXT
# Golden Cove and Gracemont as measured by uops.info; Zen 3's are not known.
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids %s --line=22 | FileCheck %s --check-prefix=TEXT
# RUN: kernel-opt --bounds-only --cpu=gracemont %s --line=22 | FileCheck %s --check-prefix=TEXT
# RUN: kernel-opt --bounds-only --cpu=znver2 %s --line=22 | FileCheck %s --check-prefix=NOT-KNOWN
# Zen 4's was measured.
# RUN: kernel-opt --bounds-only --cpu=znver4 %s --line=22 | FileCheck %s --check-prefix=ZEN4
# ZEN4: 6.00 cy/it, limited by unit lock

.text
f:
# Through memory the chain would be 5 a trip.
# CHECK: f,.L0,22,3,skylake-avx512,18.00,
# OBJECT: ,0x0,,3,skylake-avx512,18.00,
.L0:
  lock incq (%rdi)
  decq %rax
  jne .L0
# TEXT: 18.00 cy/it, limited by unit lock
# TEXT-NOT: register
# TEXT-NOT: not modelled on this core
# NOT-KNOWN-NOT: keeping what is stored
# NOT-KNOWN: atomic updates: how long they stall other instructions is not modelled on this core

# Two, of which one is an exchange: 36.
# CHECK: f,.L1,{{[0-9]+}},4,skylake-avx512,36.00,
# OBJECT: ,0x{{[0-9a-f]+}},,4,skylake-avx512,36.00,
.L1:
  xchgq %rcx, (%rdi)
  lock xaddl %edx, 64(%rsi)
  decq %rax
  jne .L1

# The prefix is a statement of its own.
# CHECK: f,.L2,{{[0-9]+}},3,skylake-avx512,18.00,
# OBJECT: ,0x{{[0-9a-f]+}},,3,skylake-avx512,18.00,
.L2:
  lock; addl $1, (%rdi)
  decq %rax
  jne .L2

# Without it: store and load of one address, 5 cycles.
# CHECK: f,.L3,{{[0-9]+}},3,skylake-avx512,1.00,5.00,
.L3:
  addl $1, (%rdi)
  decq %rax
  jne .L3

# A fence after a store: 33.
# CHECK: f,.L4,{{[0-9]+}},4,skylake-avx512,33.00,
.L4:
  movq %rcx, (%rdi)
  mfence
  decq %rax
  jne .L4

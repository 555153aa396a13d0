# What is advised is simulated where loops are: the gain is that of the simulated
# core, and what only lowers a bound is not advised.
# RUN: kernel-opt --model=%toy %s | FileCheck %s
# RUN: kernel-opt --cpu=znver4 %s | FileCheck %s --check-prefix=RENAMED

.text
# Four accumulators, and control once for four additions.
# CHECK-LABEL: label .Lsum: 4.00 cy/it
# CHECK-NEXT: next: 8 independent accumulators (unroll or interleave) would give 1.00 cy/it
.Lsum:
  vaddpd (%rdi), %xmm1, %xmm1
  addq $16, %rdi
  cmpq %rdx, %rdi
  jne .Lsum

# Zen 4 renames what is stored and loaded at once: a register would gain nothing.
# RENAMED-LABEL: label .Lrenamed:
# RENAMED-NOT: next: keeping
# RENAMED: bounds, in cycles
.Lrenamed:
  addq $3, (%rdi)
  decq %rcx
  jne .Lrenamed

# What Skylake's microcode sequencer takes was measured there; Ice Lake and Golden
# Cove have LLVM's micro-ops.
# RUN: kernel-opt --bounds-only --cpu=icelake-server --format=json %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=json %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=json %s | FileCheck %s --check-prefix=SKX

# Each with the counter and its branch in one slot: 5 + 1, 9 + 1, 10 + 1.
# CHECK: "issue_slots": 6,
# SKX: "issue_slots": 18,
.L0:
  cmpxchgl %ebx, %edx
  subq $1, %r15
  jne .L0

# CHECK: "issue_slots": 10,
# SKX: "issue_slots": 18,
.L1:
  btsl %eax, (%r13)
  subq $1, %r15
  jne .L1

# CHECK: "issue_slots": 11,
# SKX: "issue_slots": 22,
.L2:
  emms
  subq $1, %r15
  jne .L2

# A loop that is left in its middle is counted like one that is left at its end:
# copies need neither the count, nor the branch that leaves, nor the jump back.
# The ALUs have 3 micro-ops of work in each copy, and 3 more in all: 8 copies
# take 27, / 3 and per trip 1.13. What the second loop reads decides when it ends,
# so that each copy has its compare and branch; no advice is given.
# RUN: kernel-opt --bounds-only --cpu=sandybridge %s | FileCheck %s
        .text
f:
# CHECK: f ({{.*}}, label .L1): 2.00 cy/it
# CHECK: next: unrolling by 8 would give 1.13 cy/it
.L1:
        movl    (%rdi,%rax,4), %edx
        addl    %edx, %esi
        incq    %rax
        cmpq    %rcx, %rax
        je      .L2
        xorl    %edx, %r8d
        orl     %edx, %r9d
        jmp     .L1
.L2:
        nop
# CHECK: f ({{.*}}, label .L3): 2.00 cy/it
# CHECK-NOT: next:
.L3:
        movl    (%rdi,%rax,4), %edx
        addl    %edx, %esi
        incq    %rax
        cmpl    %ecx, %edx
        je      .L4
        xorl    %edx, %r8d
        orl     %edx, %r9d
        jmp     .L3
.L4:
        ret

# A search stays one when it is unrolled: each copy has its branch, and the
# compare that the branch reads, which data decide. Were the compare left out,
# the sum before it would fuse with the branch, and two copies take 4 cycles.
# RUN: kernel-opt --bounds-only --cpu=sandybridge %s | FileCheck %s
# CHECK: f ({{.*}}, label .L1): 2.33 cy/it
# CHECK: next: unrolling by 4 would give 2.08 cy/it
        .text
f:
.L1:
        movl    %edx, %edi
        shlq    $4, %rdi
        cmpb    $6, (%rax,%rdi)
        movl    $1, %r8d
        jb      .L2
.L2:
        addl    %r8d, %edx
        incq    %rsi
        cmpl    %ecx, %edx
        jbe     .L1
        ret

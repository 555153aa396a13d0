# A loop that is entered in its middle, too, gets no code before it: the report says so. The
# second run drops that entry.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=json %s | FileCheck %s --check-prefix=JSON
# RUN: grep -v TWO-WAYS %s > %t.s
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 %t.s | FileCheck %s --check-prefix=ONE
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=json %t.s | FileCheck %s --check-prefix=ONE-JSON

# CHECK: entry: control enters the loop in its middle, too (1 way); code before it was not used to find distances in memory
# JSON: "other_entries": 1,
# ONE: f (
# ONE-NOT: entry:
# ONE-JSON: "other_entries": 0,
.text
f:
  leaq 8(%rdi), %rsi
  testq %rcx, %rcx
  je .Lmiddle # TWO-WAYS
.Lhead:
  movq (%rdi,%rax,8), %rdx
.Lmiddle:
  addq $1, %rdx
  movq %rdx, (%rsi,%rax,8)
  incq %rax
  cmpq %rax, %r9
  jne .Lhead
  ret

# Which chains may be split into independent ones: a sum of which nothing else in
# the loop is read. A prefix sum, of which each value is stored, may not, nor one
# that is compared.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 %s | FileCheck %s

.text
# Five slots, compare and branch being one: 5 / 4 = 1.25 with four chains. The
# chain is 4.
# CHECK-LABEL: label .Lsum: 4.00 cy/it, limited by latency
# CHECK-NEXT: next: 4 independent accumulators (unroll or interleave) would give 1.25 cy/it
.Lsum:
  movsd (%rdi,%rcx,8), %xmm1
  mulsd (%rsi,%rcx,8), %xmm1
  addsd %xmm1, %xmm0
  incq %rcx
  cmpq %rdx, %rcx
  jne .Lsum

# CHECK-LABEL: label .Lprefix: 4.00 cy/it, limited by latency
# CHECK-NOT: next:
# CHECK: bounds, in cycles
.Lprefix:
  addsd (%rdi,%rcx,8), %xmm0
  movsd %xmm0, (%rsi,%rcx,8)
  incq %rcx
  cmpq %rdx, %rcx
  jne .Lprefix

# Copied before it is stored: the same.
# CHECK-LABEL: label .Lcopied: 4.00 cy/it, limited by latency
# CHECK-NOT: next:
# CHECK: bounds, in cycles
.Lcopied:
  addsd (%rdi,%rcx,8), %xmm0
  movapd %xmm0, %xmm1
  mulsd %xmm2, %xmm1
  movsd %xmm1, (%rsi,%rcx,8)
  incq %rcx
  cmpq %rdx, %rcx
  jne .Lcopied

# Until the sum is too large.
# CHECK-LABEL: label .Luntil: 4.00 cy/it, limited by latency
# CHECK-NOT: next:
# CHECK: bounds, in cycles
.Luntil:
  addsd (%rdi), %xmm0
  addq $8, %rdi
  comisd %xmm0, %xmm3
  ja .Luntil

# h = 2h + a: the chain enters twice, and its factors grow.
# CHECK-LABEL: label .Ldouble: 2.00 cy/it, limited by latency
# CHECK-NOT: next:
# CHECK: bounds, in cycles
.Ldouble:
  addq %rax, %rax
  addq (%rdi), %rax
  addq $8, %rdi
  cmpq %rdx, %rdi
  jne .Ldouble

# Fibonacci numbers: each reads both.
# CHECK-LABEL: label .Lfib: 2.00 cy/it, limited by latency
# CHECK-NOT: next: {{.*}}chains
# CHECK: bounds, in cycles
.Lfib:
  addq %rax, %rcx
  addq %rcx, %rax
  decl %edx
  jne .Lfib

# a - s changes the sign of what it has so far; s - a does not.
# CHECK-LABEL: label .Lsubtrahend: 4.00 cy/it, limited by latency
# CHECK-NOT: next:
# CHECK: bounds, in cycles
.Lsubtrahend:
  vmovsd (%rdi), %xmm1
  vsubsd %xmm0, %xmm1, %xmm0
  addq $8, %rdi
  cmpq %rdx, %rdi
  jne .Lsubtrahend

# CHECK-LABEL: label .Lminuend: 4.00 cy/it, limited by latency
# CHECK-NEXT: next: 4 independent accumulators (unroll or interleave) would give 1.00 cy/it
.Lminuend:
  vsubsd (%rdi), %xmm0, %xmm0
  addq $8, %rdi
  cmpq %rdx, %rdi
  jne .Lminuend

# The upper half of a product is not associative; the lower one is.
# CHECK-LABEL: label .Lhigh: 5.00 cy/it, limited by latency
# CHECK-NOT: next:
# CHECK: bounds, in cycles
.Lhigh:
  vpmulhw (%rdi), %xmm0, %xmm0
  addq $16, %rdi
  cmpq %rdx, %rdi
  jne .Lhigh

# CHECK-LABEL: label .Llow: 5.00 cy/it, limited by latency
# CHECK-NEXT: next: 5 independent accumulators (unroll or interleave) would give 1.00 cy/it
.Llow:
  vpmullw (%rdi), %xmm0, %xmm0
  addq $16, %rdi
  cmpq %rdx, %rdi
  jne .Llow

# What saturates on both sides is not, either.
# CHECK-LABEL: label .Lsaturate: 3.00 cy/it, limited by latency
# CHECK-NOT: next:
# CHECK: bounds, in cycles
.Lsaturate:
  vpaddsw (%rdi), %xmm0, %xmm0
  vpaddsw 16(%rdi), %xmm0, %xmm0
  vpaddsw 32(%rdi), %xmm0, %xmm0
  addq $48, %rdi
  cmpq %rdx, %rdi
  jne .Lsaturate

# s - a * b is a sum as well.
# CHECK-LABEL: label .Lnegated: 4.00 cy/it, limited by latency
# CHECK-NEXT: next: 4 independent accumulators (unroll or interleave) would give 1.00 cy/it
.Lnegated:
  vfnmadd231sd (%rdi), %xmm1, %xmm0
  addq $8, %rdi
  cmpq %rdx, %rdi
  jne .Lnegated

# a * b - s is not.
# CHECK-LABEL: label .Lalternating: 4.00 cy/it, limited by latency
# CHECK-NOT: next:
# CHECK: bounds, in cycles
.Lalternating:
  vfmsub231sd (%rdi), %xmm1, %xmm0
  addq $8, %rdi
  cmpq %rdx, %rdi
  jne .Lalternating

# Two sums: each becomes four.
# CHECK-LABEL: label .Ltwo: 4.00 cy/it, limited by latency
# CHECK-NEXT: next: 4 independent accumulators (unroll or interleave) for each of 2 reductions would give 1.00 cy/it
.Ltwo:
  vaddsd (%rdi), %xmm0, %xmm0
  vaddsd 8(%rdi), %xmm1, %xmm1
  addq $16, %rdi
  cmpq %rdx, %rdi
  jne .Ltwo

# Chains that are more than a sum and can be split all the same: minima by comparison,
# with or without their place, and linear recurrences. One-cycle chains are split and
# unrolled together, as neither change alone gives anything.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=json %s | FileCheck %s --check-prefix=JSON

.text
# CHECK-LABEL: label .Lmin: 2.00 cy/it, limited by latency
# CHECK-NEXT: next: 2 independent accumulators (unroll or interleave) would give 1.25 cy/it
.Lmin:
  movl (%rdi), %esi
  cmpl %eax, %esi
  cmovll %esi, %eax
  addq $4, %rdi
  cmpq %rdx, %rdi
  jne .Lmin

# The largest and where it stands: each accumulator has a place of its own.
# CHECK-LABEL: label .Largmax: 4.00 cy/it, limited by latency
# CHECK-NEXT: next: 2 independent accumulators (unroll or interleave) would give 2.00 cy/it
.Largmax:
  vmovsd (%rdi,%rcx,8), %xmm1
  vucomisd %xmm0, %xmm1
  vmaxsd %xmm0, %xmm1, %xmm0
  cmovaq %rcx, %rax
  incq %rcx
  cmpq %rdx, %rcx
  jne .Largmax

# Another value than the compared one is taken: the choice depends on the order.
# CHECK-LABEL: label .Lother: 2.00 cy/it, limited by latency
# CHECK-NOT: next:
# CHECK: bounds, in cycles
.Lother:
  movl (%rdi), %esi
  cmpl %eax, %esi
  cmovll %r8d, %eax
  addl %esi, %r8d
  addq $4, %rdi
  cmpq %rdx, %rdi
  jne .Lother

# h * 31 + c: with the 8th power, the shift and the difference are a multiplication.
# CHECK-LABEL: label .Lhash: 3.00 cy/it, limited by latency
# CHECK-NEXT: next: splitting the recurrence into 8 ({{.*}}; each goes on by the 8th power of the factor) would give 1.00 cy/it
# JSON: "kind": "split-recurrence",
# JSON-NEXT: "count": 8,
.Lhash:
  movl %eax, %esi
  shll $5, %esi
  subl %eax, %esi
  addl (%rdi), %esi
  movl %esi, %eax
  addq $4, %rdi
  cmpq %rdx, %rdi
  jne .Lhash

# CHECK-LABEL: label .Lhorner: 4.00 cy/it, limited by latency
# CHECK-NEXT: next: splitting the recurrence into 8 (line [[#@LINE+2]]; each goes on by the 8th power of the factor) would give 0.50 cy/it
.Lhorner:
  vfmadd213sd (%rdi), %xmm1, %xmm0
  addq $8, %rdi
  cmpq %rdx, %rdi
  jne .Lhorner

# The factor is another in each trip.
# CHECK-LABEL: label .Lfactor: 4.00 cy/it, limited by latency
# CHECK-NOT: next:
# CHECK: bounds, in cycles
.Lfactor:
  vmovsd (%rdi), %xmm1
  vfmadd213sd %xmm2, %xmm1, %xmm0
  addq $8, %rdi
  cmpq %rdx, %rdi
  jne .Lfactor

# A filter stores each of its values.
# CHECK-LABEL: label .Lfilter: 4.00 cy/it, limited by latency
# CHECK-NOT: next:
# CHECK: bounds, in cycles
.Lfilter:
  vfmadd213sd (%rdi), %xmm1, %xmm0
  vmovsd %xmm0, (%rdi)
  addq $8, %rdi
  cmpq %rdx, %rdi
  jne .Lfilter

# CHECK-LABEL: label .Lxor: 1.00 cy/it, balanced: latency,
# CHECK-NEXT: next: unrolling by 4 with 4 independent accumulators would give 0.50 cy/it
# JSON: "kind": "independent-chains",
# JSON-NEXT: "count": 4,
# JSON: "unroll": 4
.Lxor:
  xorq (%rdi), %rax
  addq $8, %rdi
  cmpq %rdx, %rdi
  jne .Lxor

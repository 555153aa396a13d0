# Which chains may be split into independent ones: a sum of which nothing else in
# the loop is read. A prefix sum, of which each value is stored, may not, nor one
# that is compared.
# RUN: kernel-opt --cpu=skylake-avx512 %s | FileCheck %s

.text
# Five slots, compare and branch being one: 5 / 4 = 1.25 with four chains. The
# chain is 4.
# CHECK-LABEL: label .Lsum: 4.00 cy/it, limited by latency
# CHECK-NEXT: next: 4 independent chains (accumulators) would give 1.25 cy/it
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

# Scalar code that could be vectors, conversions among it: of 16 bytes, or of 32 in
# code with VEX prefixes.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 %s | FileCheck %s

.text
# The zero only cuts a false dependence.
# CHECK-LABEL: label .Lconvert: 1.25 cy/it, limited by issue width 4
# CHECK-NEXT: next: vectors of 2 elements would give 0.63 cy/it
.Lconvert:
  xorps %xmm0, %xmm0
  cvtsi2sdl (%rdi,%rcx,4), %xmm0
  movsd %xmm0, (%rsi,%rcx,8)
  incq %rcx
  cmpq %rdx, %rcx
  jne .Lconvert

# CHECK-LABEL: label .Lvex: 1.50 cy/it, limited by issue width 4
# CHECK-NEXT: next: vectors of 4 elements would give 0.38 cy/it
.Lvex:
  vcvtss2sd (%rdi,%rcx,4), %xmm1, %xmm0
  vmulsd %xmm2, %xmm0, %xmm0
  vmovsd %xmm0, (%rsi,%rcx,8)
  incq %rcx
  cmpq %rdx, %rcx
  jne .Lvex

# Every other element is loaded.
# CHECK-LABEL: label .Lstride: 1.50 cy/it, limited by issue width 4
# CHECK-NOT: next: vectors
# CHECK: bounds, in cycles
.Lstride:
  vcvtss2sd (%rdi,%rcx,8), %xmm1, %xmm0
  vmulsd %xmm2, %xmm0, %xmm0
  vmovsd %xmm0, (%rsi,%rcx,8)
  incq %rcx
  cmpq %rdx, %rcx
  jne .Lstride

# Each element waits for the one before.
# CHECK-LABEL: label .Lcarried:
# CHECK-NOT: next: vectors
# CHECK: bounds, in cycles
.Lcarried:
  vmulsd (%rdi,%rcx,8), %xmm2, %xmm0
  vaddsd %xmm0, %xmm2, %xmm2
  vmovsd %xmm0, (%rsi,%rcx,8)
  incq %rcx
  cmpq %rdx, %rcx
  jne .Lcarried

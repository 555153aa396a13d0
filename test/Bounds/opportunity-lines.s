# The vectors of a stencil overlap: all but one of them cross lines wherever the data
# lie. Two aligned vectors and a shift make each of the others.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 %s | FileCheck %s

.text
# CHECK-LABEL: label .Lfive: 4.50 cy/it, limited by ports p2 p3 (loads)
# CHECK: next: shifting aligned vectors instead of 4 loads across cache lines ({{.*}}) would give 4.00 cy/it
.Lfive:
  vmovups -8(%rsi), %zmm0
  vaddps -4(%rsi), %zmm0, %zmm0
  vaddps (%rsi), %zmm0, %zmm0
  vaddps 4(%rsi), %zmm0, %zmm0
  vaddps 8(%rsi), %zmm0, %zmm0
  vmovups %zmm0, (%rdi)
  addq $64, %rsi
  addq $64, %rdi
  cmpq %rdx, %rdi
  jne .Lfive

# Of 32 bytes half as many cross; two shifts for each of the others take longer.
# CHECK-LABEL: label .Lthree: 2.00 cy/it, limited by ports p2 p3 (loads)
# CHECK-NOT: next: shifting
# CHECK: bounds, in cycles
.Lthree:
  vmovups -4(%rsi), %ymm0
  vaddps (%rsi), %ymm0, %ymm0
  vaddps 4(%rsi), %ymm0, %ymm0
  vmovups %ymm0, (%rdi)
  addq $32, %rsi
  addq $32, %rdi
  cmpq %rdx, %rdi
  jne .Lthree

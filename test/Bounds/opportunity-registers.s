# There are no registers for 20 values that would have to live from trip to trip: as
# many are kept as there are registers for, 15 without the seven of the loop itself.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 %s | FileCheck %s

# CHECK: 10.00 cy/it, limited by ports p2 p3 (loads)
# CHECK-NEXT: next: keeping 8 loaded values in registers for 1 iteration
.text
.L0:
  xorq 8(%rdi), %rcx
  xorq 16(%rdi), %r8
  xorq 24(%rdi), %r9
  xorq 32(%rdi), %rax
  xorq 40(%rdi), %rcx
  xorq 48(%rdi), %r8
  xorq 56(%rdi), %r9
  xorq 64(%rdi), %rax
  xorq 72(%rdi), %rcx
  xorq 80(%rdi), %r8
  xorq 88(%rdi), %r9
  xorq 96(%rdi), %rax
  xorq 104(%rdi), %rcx
  xorq 112(%rdi), %r8
  xorq 120(%rdi), %r9
  xorq 128(%rdi), %rax
  xorq 136(%rdi), %rcx
  xorq 144(%rdi), %r8
  xorq 152(%rdi), %r9
  xorq 160(%rdi), %rax
  movq %rax, (%rsi)
  addq $8, %rdi
  addq $32, %rsi
  cmpq %rdx, %rdi
  jne .L0

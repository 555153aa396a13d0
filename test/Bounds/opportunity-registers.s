# A core of 16 vector registers has none for 20 values that would have to live from
# trip to trip: as many are kept as there are registers for.
# RUN: kernel-opt --bounds-only --cpu=skylake %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 %s | FileCheck %s --check-prefix=MORE

# CHECK: next: keeping 14 loaded values in registers
# MORE: next: keeping 20 loaded values in registers
.text
.L0:
  vmovups (%rdi), %xmm0
  vaddps 16(%rdi), %xmm0, %xmm0
  vaddps 32(%rdi), %xmm0, %xmm0
  vaddps 48(%rdi), %xmm0, %xmm0
  vaddps 64(%rdi), %xmm0, %xmm0
  vaddps 80(%rdi), %xmm0, %xmm0
  vaddps 96(%rdi), %xmm0, %xmm0
  vaddps 112(%rdi), %xmm0, %xmm0
  vaddps 128(%rdi), %xmm0, %xmm0
  vaddps 144(%rdi), %xmm0, %xmm0
  vaddps 160(%rdi), %xmm0, %xmm0
  vaddps 176(%rdi), %xmm0, %xmm0
  vaddps 192(%rdi), %xmm0, %xmm0
  vaddps 208(%rdi), %xmm0, %xmm0
  vaddps 224(%rdi), %xmm0, %xmm0
  vaddps 240(%rdi), %xmm0, %xmm0
  vaddps 256(%rdi), %xmm0, %xmm0
  vaddps 272(%rdi), %xmm0, %xmm0
  vaddps 288(%rdi), %xmm0, %xmm0
  vaddps 304(%rdi), %xmm0, %xmm0
  vaddps 320(%rdi), %xmm0, %xmm0
  vmovups %xmm0, (%rsi)
  addq $16, %rdi
  addq $32, %rsi
  cmpq %rdx, %rdi
  jne .L0

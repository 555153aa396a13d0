# Instructions for which LLVM's table holds all units of a group.
# RUN: kernel-opt --bounds-only --cpu=znver4 --format=csv %s | FileCheck %s -DCPU=znver4 -DLIMIT=unit -DCYCLES=4.00
# RUN: kernel-opt --bounds-only --cpu=znver5 --format=csv %s | FileCheck %s -DCPU=znver5 -DLIMIT=ports -DCYCLES=2.00

.text
f:
# Conversions to integers: on Zen 4 one crossing to the general registers a cycle, on
# Zen 5 two.
# CHECK: f,.L0,{{[0-9]+}},6,[[CPU]],[[CYCLES]],1.00,{{[0-9.]+}},[[CYCLES]],[[LIMIT]]
.L0:
  vcvttsd2si %xmm0, %ecx
  vcvttsd2si %xmm1, %rdx
  vcvttss2si %xmm2, %esi
  vcvttss2si %xmm3, %rdi
  decq %rax
  jne .L0

# Two chains of carries: 4 each, not 8 one after the other.
# CHECK: f,.L1,{{[0-9]+}},10,[[CPU]],{{[12]\.[0-9]+}},4.00,4.00,4.00,latency
.L1:
  adcxq %rdx, %rcx
  adoxq %rdx, %r8
  adcxq %rdx, %rsi
  adoxq %rdx, %r9
  adcxq %rdx, %rdi
  adoxq %rdx, %r10
  adcxq %rdx, %rbx
  adoxq %rdx, %r11
  leaq 8(%r12), %r12
  jmp .L1

# Widening loads: 4 on fp1, fp2.
# CHECK: f,.L2,{{[0-9]+}},6,[[CPU]],2.00,1.00,{{[0-9.]+}},2.00,ports
.L2:
  vpmovzxbw (%rsi), %ymm0
  vpmovzxbw 16(%rsi), %ymm1
  vpmovsxwd 32(%rsi), %ymm2
  vpmovsxdq 48(%rsi), %ymm3
  decq %rax
  jne .L2

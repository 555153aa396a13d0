# Integer units.
# RUN: kernel-opt --cpu=sapphirerapids --format=csv %s | FileCheck %s

.text
f:
# 12 micro-ops on 5 ALUs.
# CHECK: f,.L0,{{[0-9]+}},13,sapphirerapids,2.40,1.00,1.00,2.40,ports
.L0:
  addl $1, %ecx
  addl $1, %edx
  addl $1, %esi
  addl $1, %edi
  addl $1, %r8d
  addl $1, %r9d
  addl $1, %r10d
  addl $1, %r11d
  addl $1, %ebx
  addl $1, %ebp
  addl $1, %r12d
  decq %rax
  jne .L0

# 4 lea and a pair: 5 / 5 ALUs.
# CHECK: f,.L1,{{[0-9]+}},6,sapphirerapids,1.00,0.00,1.00,1.00,ports
.L1:
  leaq 8(%rcx), %rdx
  leaq 8(%rcx), %rsi
  leaq 8(%rcx), %rdi
  leaq 8(%rcx), %r8
  decq %rax
  jne .L1

  ret

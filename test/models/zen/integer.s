# The taken branch takes a cycle, whatever else is less.
# RUN: kernel-opt --bounds-only --cpu=znver2 --format=csv %s | FileCheck %s -DCPU=znver2 --check-prefixes=CHECK,ZEN2
# RUN: kernel-opt --bounds-only --cpu=znver3 --format=csv %s | FileCheck %s -DCPU=znver3 --check-prefixes=CHECK,ZEN3
# RUN: kernel-opt --bounds-only --cpu=znver4 --format=csv %s | FileCheck %s -DCPU=znver4 --check-prefixes=CHECK,ZEN4
# RUN: kernel-opt --bounds-only --cpu=znver5 --format=csv %s | FileCheck %s -DCPU=znver5 --check-prefixes=CHECK,ZEN5

.text
f:
# imulq: 3.
# CHECK: f,.L0,{{[0-9]+}},3,[[CPU]],1.00,3.00,3.00,3.00,latency
.L0:
  imulq %rbx, %rax
  cmpq %rdi, %rcx
  jne .L0

# A read of memory is fused with the addition: 3 slots. Path: 4 and 1.
# CHECK: f,.L1,{{[0-9]+}},3,[[CPU]],1.00,1.00,5.00,1.00,latency
.L1:
  addq (%rdi), %rax
  cmpq %rsi, %rcx
  jne .L1

# An addition with eax and an adc keep no port for more than a cycle; adc waits for the flags of the addition.
# CHECK: f,.L2,{{[0-9]+}},4,[[CPU]],1.00,1.00,2.00,1.00,latency
.L2:
  addl $100000, %eax
  adcl $0, %ebx
  cmpq %rdi, %rcx
  jne .L2

# 11 additions by lea and the fused pair, on 6 units.
# ZEN5: f,.L3,{{[0-9]+}},13,[[CPU]],2.00,0.00,1.00,2.00,ports
.L3:
  leaq 1(%r8), %r9
  leaq 1(%r8), %r10
  leaq 1(%r8), %r11
  leaq 1(%r8), %r12
  leaq 1(%r8), %r13
  leaq 1(%r8), %r14
  leaq 1(%r8), %r9
  leaq 1(%r8), %r10
  leaq 1(%r8), %r11
  leaq 1(%r8), %r12
  leaq 1(%r8), %r13
  cmpq %rdi, %rcx
  jne .L3

  ret

# znver2: 7 additions by lea and the fused pair, on 4 units.
# ZEN2: f,.L3.znver2,{{[0-9]+}},9,[[CPU]],2.00,0.00,1.00,2.00,ports
# znver3, znver4: 7 additions by lea and the fused pair, whose unit is beside the 4, on 4 units.
# On znver3 their constants need a second line of the micro-op cache.
# ZEN3: f,.L3.znver2,{{[0-9]+}},9,[[CPU]],2.00,0.00,1.00,2.00,frontend
# ZEN4: f,.L3.znver2,{{[0-9]+}},9,[[CPU]],1.75,0.00,1.00,1.75,ports
.L3.znver2:
  leaq 1(%r8), %r9
  leaq 1(%r8), %r10
  leaq 1(%r8), %r11
  leaq 1(%r8), %r12
  leaq 1(%r8), %r13
  leaq 1(%r8), %r14
  leaq 1(%r8), %r9
  cmpq %rdi, %rcx
  jne .L3.znver2

# A lea with base, index and displacement takes 2 cycles from its base. The base rbp has a displacement, of 0.
# CHECK: f,.L4,{{[0-9]+}},3,[[CPU]],1.00,2.00,2.00,2.00,latency
.L4:
  leaq (%rbp,%rsi), %rbp
  cmpq %rdi, %rcx
  jne .L4

# As the index, it has none.
# CHECK: f,.L5,{{[0-9]+}},3,[[CPU]],1.00,1.00,1.00,1.00,latency
.L5:
  leaq (%rsi,%rbp), %rbp
  cmpq %rdi, %rcx
  jne .L5

  ret

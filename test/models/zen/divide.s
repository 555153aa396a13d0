# The taken branch takes a cycle, whatever else is less.
# RUN: kernel-opt --bounds-only --cpu=znver2 --format=csv %s | FileCheck %s -DCPU=znver2 --check-prefixes=CHECK,ZEN2
# RUN: kernel-opt --bounds-only --cpu=znver3 --format=csv %s | FileCheck %s -DCPU=znver3 --check-prefixes=CHECK,ZEN3
# RUN: kernel-opt --bounds-only --cpu=znver5 --format=csv %s | FileCheck %s -DCPU=znver5 --check-prefixes=CHECK,ZEN5

.text
f:
# znver2: vdivpd of ymm: 4 cycles of the divider.
# ZEN2: f,.L0,{{[0-9]+}},3,[[CPU]],4.00,0.00,13.00,4.00,unit
# znver3, znver4: vdivpd of ymm: 4.5 cycles of the divider; znver5: 4.
# ZEN3: f,.L0,{{[0-9]+}},3,[[CPU]],4.50,0.00,13.00,4.50,unit
# ZEN5: f,.L0,{{[0-9]+}},3,[[CPU]],4.00,0.00,13.00,4.00,unit
.L0:
  vdivpd %ymm1, %ymm2, %ymm0
  cmpq %rdi, %rcx
  jne .L0

# A chain of vdivss: 10.
# CHECK: f,.L1,{{[0-9]+}},3,[[CPU]],{{2.00|3.00|2.50}},10.00,10.00,10.00,latency
.L1:
  vdivss %xmm1, %xmm0, %xmm0
  cmpq %rdi, %rcx
  jne .L1

# The divider is busy, its pipe is not: two additions go beside it.
# ZEN2: f,.L2,{{[0-9]+}},5,[[CPU]],4.00,0.00,13.00,4.00,unit
.L2:
  vdivpd %ymm1, %ymm2, %ymm0
  vaddpd %ymm1, %ymm2, %ymm3
  vaddpd %ymm1, %ymm2, %ymm4
  cmpq %rdi, %rcx
  jne .L2

# The divider is busy, its pipe is not: two multiplications go beside it.
# ZEN3: f,.L2.znver3,{{[0-9]+}},5,[[CPU]],4.50,0.00,13.00,4.50,unit
# ZEN5: f,.L2.znver3,{{[0-9]+}},5,[[CPU]],4.00,0.00,13.00,4.00,unit
.L2.znver3:
  vdivpd %ymm1, %ymm2, %ymm0
  vmulpd %ymm1, %ymm2, %ymm3
  vmulpd %ymm1, %ymm2, %ymm4
  cmpq %rdi, %rcx
  jne .L2.znver3

# vdivpd of zmm: 4, all 512 bits at once.
# ZEN5: f,.L3,{{[0-9]+}},3,[[CPU]],4.00,0.00,13.00,4.00,unit
.L3:
  vdivpd %zmm1, %zmm2, %zmm0
  cmpq %rdi, %rcx
  jne .L3

# A 32-bit division is 6 cycles of its unit.
# ZEN5: f,.L4,{{[0-9]+}},5,[[CPU]],6.00,0.00,11.00,6.00,unit
.L4:
  xorl %edx, %edx
  movl %r8d, %eax
  divl %ecx
  cmpq %rdi, %rsi
  jne .L4

  ret

# znver2: A 32-bit division is 14 cycles of its unit at best; the result is expected after 22.
# ZEN2: f,.L3.znver2,{{[0-9]+}},5,[[CPU]],14.00,0.00,22.00,14.00,unit
# znver3: A 32-bit division is 6 cycles of its unit.
# ZEN3: f,.L3.znver2,{{[0-9]+}},5,[[CPU]],6.00,0.00,11.00,6.00,unit
.L3.znver2:
  xorl %edx, %edx
  movl %r8d, %eax
  divl %ecx
  cmpq %rdi, %rsi
  jne .L3.znver2

  ret

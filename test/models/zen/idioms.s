# The taken branch takes a cycle, whatever else is less.
# RUN: kernel-opt --bounds-only --cpu=znver2 --format=csv %s | FileCheck %s -DCPU=znver2 --check-prefixes=CHECK,ZEN2
# RUN: kernel-opt --bounds-only --cpu=znver3 --format=csv %s | FileCheck %s -DCPU=znver3 --check-prefixes=CHECK,ZEN3
# RUN: kernel-opt --bounds-only --cpu=znver4 --format=csv %s | FileCheck %s -DCPU=znver4 --check-prefixes=CHECK,ZEN4
# RUN: kernel-opt --bounds-only --cpu=znver5 --format=csv %s | FileCheck %s -DCPU=znver5 --check-prefixes=CHECK,ZEN5

.text
f:
# The zero cuts the chain of vaddsd.
# ZEN2: f,.L0,{{[0-9]+}},4,[[CPU]],1.00,0.00,3.00,1.00,branch
# ZEN3: f,.L0,{{[0-9]+}},4,[[CPU]],1.00,0.00,3.00,1.00,branch
# ZEN4: f,.L0,{{[0-9]+}},4,[[CPU]],1.00,0.00,3.00,1.00,branch
# ZEN5: f,.L0,{{[0-9]+}},4,[[CPU]],1.00,0.00,3.00,1.00,branch
.L0:
  vxorpd %xmm0, %xmm0, %xmm0
  vaddsd %xmm0, %xmm1, %xmm0
  cmpq %rdi, %rcx
  jne .L0

# znver2: sub and pcmpgt of a register and itself, too. vpmulld: 2 cycles of fp0.
# ZEN2: f,.L1,{{[0-9]+}},6,[[CPU]],2.00,0.00,4.00,2.00,ports
# znver3, znver4: sub and pcmpgt of a register and itself, too. One imull and one vpmulld.
# ZEN3: f,.L1,{{[0-9]+}},6,[[CPU]],1.00,0.00,3.00,1.00,ports
# ZEN4: f,.L1,{{[0-9]+}},6,[[CPU]],1.00,0.00,3.00,1.00,ports
# znver5: sub and pcmpgt of a register and itself, too. One imull and one vpmulld.
# ZEN5: f,.L1,{{[0-9]+}},6,[[CPU]],1.00,0.00,3.00,1.00,branch
.L1:
  subl %eax, %eax
  imull %ebx, %eax
  vpcmpgtd %xmm0, %xmm0, %xmm0
  vpmulld %xmm0, %xmm1, %xmm0
  cmpq %rdi, %rcx
  jne .L1

# A chain of imull through moves: 3; elsewhere the path ends.
# CHECK: f,.L2,{{[0-9]+}},5,[[CPU]],1.00,3.00,3.00,3.00,latency
.L2:
  movl %ecx, %edx
  movl %edx, %ecx
  imull %ebx, %ecx
  cmpq %rdi, %rsi
  jne .L2

# A chain of vmulpd through a move: 3.
# CHECK: f,.L3,{{[0-9]+}},4,[[CPU]],1.00,3.00,3.00,3.00,latency
.L3:
  vmovapd %ymm0, %ymm1
  vmulpd %ymm1, %ymm2, %ymm0
  cmpq %rdi, %rcx
  jne .L3

# 15 moves of ymm and the fused pair are 16 slots of 8 a cycle; no pipe.
# ZEN5: f,.L4,{{[0-9]+}},17,[[CPU]],2.50,0.00,1.00,2.50,issue
.L4:
  vmovaps %ymm0, %ymm1
  vmovaps %ymm0, %ymm2
  vmovaps %ymm0, %ymm3
  vmovaps %ymm0, %ymm4
  vmovaps %ymm0, %ymm5
  vmovaps %ymm0, %ymm6
  vmovaps %ymm0, %ymm7
  vmovaps %ymm0, %ymm8
  vmovaps %ymm0, %ymm9
  vmovaps %ymm0, %ymm10
  vmovaps %ymm0, %ymm11
  vmovaps %ymm0, %ymm12
  vmovaps %ymm0, %ymm13
  vmovaps %ymm0, %ymm14
  vmovaps %ymm0, %ymm1
  cmpq %rdi, %rcx
  jne .L4

  ret

# 11 moves of ymm and the fused pair are 12 slots of 6 a cycle; no pipe.
# ZEN2: f,.L4.znver2,{{[0-9]+}},13,[[CPU]],2.00,0.00,1.00,2.00,issue
# ZEN3: f,.L4.znver2,{{[0-9]+}},13,[[CPU]],2.00,0.00,1.00,2.00,issue
# ZEN4: f,.L4.znver2,{{[0-9]+}},13,[[CPU]],2.00,0.00,1.00,2.00,issue
.L4.znver2:
  vmovaps %ymm0, %ymm1
  vmovaps %ymm0, %ymm2
  vmovaps %ymm0, %ymm3
  vmovaps %ymm0, %ymm4
  vmovaps %ymm0, %ymm5
  vmovaps %ymm0, %ymm6
  vmovaps %ymm0, %ymm7
  vmovaps %ymm0, %ymm8
  vmovaps %ymm0, %ymm9
  vmovaps %ymm0, %ymm10
  vmovaps %ymm0, %ymm11
  cmpq %rdi, %rcx
  jne .L4.znver2

  ret

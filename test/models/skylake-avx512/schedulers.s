# RUN: kernel-opt --cpu=cascadelake --simulate --format=csv %s | FileCheck %s

# Chains that begin anew in each trip, so that only the window limits how many of them
# overlap: the scheduler of p0 p1 p5 p6 holds 58 micro-ops, that of the loads 30, each for 6
# cycles after its start.
# Ports alone would give 20 (40 additions / 2), 10 (40 / 4) and 20 (40 loads / 2); a scheduler
# of 97 for all 30.80, 13.90 and 68.33. Measured on a Cascade Lake: 45.4, 16.5 and 87.6.
f:
# CHECK: f,.L0,{{[0-9]+}},43,cascadelake,20.00,1.00,160.00,46.33,
.L0:
  vxorpd %xmm0, %xmm0, %xmm0
  .rept 40
  vaddsd %xmm1, %xmm0, %xmm0
  .endr
  decq %rdi
  jne .L0

# CHECK: f,.L1,{{[0-9]+}},43,cascadelake,{{[0-9.]+}},1.00,40.00,17.87,
.L1:
  xorl %eax, %eax
  .rept 40
  addq %rcx, %rax
  .endr
  decq %rdi
  jne .L1

# CHECK: f,.L2,{{[0-9]+}},43,cascadelake,20.00,1.00,200.00,88.00,
.L2:
  xorl %eax, %eax
  .rept 40
  movq (%rsi,%rax), %rax
  .endr
  decq %rdi
  jne .L2

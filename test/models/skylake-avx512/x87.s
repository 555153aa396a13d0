# x87: measured on Cascade Lake, where LLVM's tables are off.
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=csv %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=csv %s | FileCheck %s --check-prefix=GLC

.text
f:
# An exchange takes two slots and nothing else: 4 * 2 + 1 = 9 slots / 4, or / 6.
# CHECK: f,.L0,{{[0-9]+}},6,cascadelake,2.25,1.00,1.00,2.25,issue
# GLC: f,.L0,{{[0-9]+}},6,sapphirerapids,2.00,0.00,0.00,2.00,frontend
.L0:
  fxch %st(1)
  fxch %st(2)
  fxch %st(1)
  fxch %st(2)
  decq %rax
  jne .L0

# The divider: 14 along the chain, one in 4 (measured 4.5).
# CHECK: f,.L2,{{[0-9]+}},3,cascadelake,4.00,14.00,14.00,14.00,latency
# GLC: f,.L2,{{[0-9]+}},3,sapphirerapids,4.00,14.00,14.00,14.00,latency
.L2:
  fdiv %st(1), %st
  decq %rax
  jne .L2
# Two square roots: 2 * 4.
# CHECK: f,.L3,{{[0-9]+}},7,cascadelake,8.00,{{.*}},8.00,unit
# GLC: f,.L3,{{[0-9]+}},7,sapphirerapids,8.00,{{.*}},8.00,unit
.L3:
  fldl (%rsi)
  fsqrt
  fldl 8(%rsi)
  fsqrt
  faddp %st, %st(1)
  fstpl 16(%rdi)
  jmp .L3

  ret

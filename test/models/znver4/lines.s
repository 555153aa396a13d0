# Accesses across lines of the cache, on data whose base is taken to be at the start of a
# line. Measured: of eight 32-byte loads 4 bytes further, every second crosses, takes two
# places of one cycle, and keeps the next from the place before: 8 cycles for 4. Of four
# stores of 32 bytes that do, two that cross take a cycle more: 5.07 cycles.
# RUN: kernel-opt --cpu=znver4 --format=csv %s | FileCheck %s
.text
# CHECK: inside,{{.*}},4.00,unit
inside:
.L0:
  .irp d, 0, 32, 64, 96, 128, 160, 192, 224
  vmovups \d(%rdi), %ymm0
  .endr
  addq $256, %rdi
  cmpq %rsi, %rdi
  jne .L0
  ret
# CHECK: across,{{.*}},8.00,unit
across:
.L1:
  .irp d, 0, 32, 64, 96, 128, 160, 192, 224
  vmovups 4+\d(%rdi), %ymm0
  .endr
  addq $256, %rdi
  cmpq %rsi, %rdi
  jne .L1
  ret
# CHECK: stores,{{.*}},5.00,unit
stores:
.L2:
  .irp d, 0, 32, 64, 96
  vmovups %ymm0, 4+\d(%rdi)
  .endr
  addq $128, %rdi
  cmpq %rsi, %rdi
  jne .L2
  ret

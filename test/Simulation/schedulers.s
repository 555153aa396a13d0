# Zen 2 has a scheduler of 16 entries for each integer unit: multiplications, all
# on alu1, that wait for a load of 4 cycles. The simulator says the sizes, and
# sensitivity tries each.
# RUN: kernel-opt --cpu=znver2 --simulate --sensitivity %s | FileCheck %s
# RUN: kernel-opt --cpu=znver2 --simulate --format=json %s | FileCheck %s --check-prefix=JSON
# CHECK: sizes {{.*}}, schedulers 16 16 16 16 28 36 behind a queue of 64
# CHECK: scheduler of port alu1
# CHECK: scheduler of ports agu0 agu1 agu2
# JSON: "schedulers": [
# JSON-NEXT: 16,
.text
f:
.L0:
  imulq (%rdi), %rax
  addq $8, %rdi
  cmpq %rdi, %rcx
  jne .L0
  ret

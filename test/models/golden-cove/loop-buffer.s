# Trips from the loop buffer begin with a new cycle, of 8 micro-ops.
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=json %s | FileCheck %s --check-prefix=JSON

# 9 micro-ops: two cycles, where the renamer needs 1.5.
# CHECK: label .L9: 2.00 cy/it, limited by the front end
# CHECK: 9 micro-ops from the loop buffer, 8 a cycle, and each trip begins a new one
# JSON: "buffer_uops": 9,
.text
.L9:
  .rept 8
  nop
  .endr
  decq %rdi
  jne .L9

# 16 fit in two: the renamer decides, 16 / 6.
# CHECK: label .L16: 2.67 cy/it, limited by issue
.L16:
  .rept 15
  nop
  .endr
  decq %rdi
  jne .L16

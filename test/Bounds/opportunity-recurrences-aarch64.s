# Minima by comparison and linear recurrences on AArch64.
# RUN: kernel-opt --bounds-only --target=aarch64 --cpu=neoverse-v1 %s | FileCheck %s

.text
# CHECK-LABEL: label .Lmin: 2.00 cy/it, limited by latency
# CHECK-NEXT: next: 3 independent accumulators (unroll or interleave) would give 0.75 cy/it
.Lmin:
  ldr w9, [x0], #4
  cmp w9, w8
  csel w8, w9, w8, lt
  cmp x0, x1
  b.ne .Lmin

# CHECK-LABEL: label .Lhash: 3.00 cy/it, limited by latency
# CHECK-NEXT: next: splitting the recurrence into 8 ({{.*}}; each goes on by the 8th power of the factor) would give 1.00 cy/it
.Lhash:
  ldr w9, [x0], #4
  lsl w10, w8, #5
  sub w8, w10, w8
  add w8, w8, w9
  cmp x0, x1
  b.ne .Lhash

# CHECK-LABEL: label .Lhorner: 4.00 cy/it, limited by latency
# CHECK-NEXT: next: splitting the recurrence into 8 (line [[#@LINE+3]]; each goes on by the 8th power of the factor) would give 1.00 cy/it
.Lhorner:
  ldr d1, [x0], #8
  fmadd d0, d0, d2, d1
  cmp x0, x1
  b.ne .Lhorner

# Products fused with their sums, and indices whose sign needs no extension, on
# AArch64.
# RUN: kernel-opt --bounds-only --target=aarch64 --cpu=neoverse-v1 %s | FileCheck %s

.text
# CHECK-LABEL: label .Lpoly: 1.75 cy/it, limited by ports V0 V1 V2 V3
# CHECK-NEXT: next: fusing 3 products with their sums (line [[#@LINE+4]], line [[#@LINE+6]], line [[#@LINE+8]]; -ffp-contract=fast) would give 1.00 cy/it
.Lpoly:
  ldr d0, [x0], #8
  fmul d1, d0, d2
  fadd d1, d1, d3
  fmul d1, d1, d0
  fadd d1, d1, d4
  fmul d1, d1, d0
  fadd d1, d1, d5
  str d1, [x1], #16
  cmp x0, x2
  b.ne .Lpoly

# CHECK-LABEL: label .Lindex: 6.00 cy/it, limited by latency
# CHECK-NEXT: next: an index that needs no extension of its sign (line [[#@LINE+4]]; size_t or ptrdiff_t instead of int) would give 5.00 cy/it
.Lindex:
  ldr w8, [x0, x8, lsl #2]
  add w8, w8, #3
  sxtw x8, w8
  subs x2, x2, #1
  b.ne .Lindex

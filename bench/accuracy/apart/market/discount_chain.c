// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: market/discount_chain
// tags: latency,divider
// about: df = df / (1 + rate): a division in the chain, coupons summed

#include "kernel.h"

KB_DATA double rate[KB_MAX_N], coupon[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(rate, 0.0001, 0.002);
  KB_FILL(coupon, 1.0, 2.0);
}

KB_KERNEL void kernel(KB_INT n) {
  double df = 1.0, value = 0.0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    df /= 1.0 + rate[i];
    value += df * coupon[i];
  }
  kb_sink_f64 = value;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: structs/range_tracker
// tags: latency,memory
// about: lo = min(lo, x), hi = max(hi, x) in a struct; the range so far written out

#include "kernel.h"

struct range {
  float lo, hi;
};
KB_DATA struct range range;
KB_DATA float x[KB_MAX_N], width[KB_MAX_N];
KB_DATA struct range *given_r;
KB_DATA float *given_out;

void kernel_init(void) {
  KB_FILL(x, -2.0, 3.0);
  given_r = &range;
  given_out = width;
}

KB_KERNEL void kernel(KB_INT n) {
  struct range *r = given_r;
  float *out = given_out;
  r->lo = r->hi = 0.25f;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    r->lo = x[i] < r->lo ? x[i] : r->lo;
    r->hi = x[i] > r->hi ? x[i] : r->hi;
    out[i] = r->hi - r->lo;
  }
}

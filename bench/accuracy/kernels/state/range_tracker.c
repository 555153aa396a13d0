// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/range_tracker
// tags: latency,memory
// about: smallest and largest so far in a structure; out[i] = the range

#include "kernel.h"

struct range {
  int32_t low, high;
};

KB_DATA struct range range;
KB_DATA int32_t x[KB_MAX_N], out[KB_MAX_N];

void kernel_init(void) {
  for (int i = 0; i < KB_MAX_N; ++i)
    x[i] = i % 2 ? i : -i;
}

KB_KERNEL void kernel(KB_INT n) {
  struct range *r = &range;
  int32_t *to = out;
  *r = (struct range){0, 0};
  KB_HIDE(r);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    r->low = x[i] < r->low ? x[i] : r->low;
    r->high = x[i] > r->high ? x[i] : r->high;
    to[i] = r->high - r->low;
  }
}

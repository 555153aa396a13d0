// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dynprog/best_segment
// tags: latency,memory
// about: Kadane: cur = max(cur + x, x), best = max(best, cur) in a struct, best written out

#include "kernel.h"

struct segment {
  int64_t cur, best;
};
KB_DATA struct segment segment;
KB_DATA int64_t x[KB_MAX_N], so_far[KB_MAX_N];
KB_DATA struct segment *given_s;
KB_DATA int64_t *given_out;

void kernel_init(void) {
  KB_FILL(x, -40, 60);
  given_s = &segment;
  given_out = so_far;
}

KB_KERNEL void kernel(KB_INT n) {
  struct segment *s = given_s;
  int64_t *out = given_out;
  s->cur = s->best = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const int64_t with = s->cur + x[i];
    s->cur = with > x[i] ? with : x[i];
    s->best = s->cur > s->best ? s->cur : s->best;
    out[i] = s->best;
  }
}

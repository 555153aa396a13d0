// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: structs/rtt_estimator
// tags: latency,memory
// about: smoothed round trip time and its deviation in integers, as TCP keeps them

#include "kernel.h"

struct timer {
  int32_t srtt, rttvar;
};
KB_DATA struct timer timer;
KB_DATA int32_t rtt[KB_MAX_N], rto[KB_MAX_N];
KB_DATA struct timer *given_t;
KB_DATA int32_t *given_out;

void kernel_init(void) {
  KB_FILL(rtt, 40, 60);
  timer = (struct timer){400, 20};
  given_t = &timer;
  given_out = rto;
}

KB_KERNEL void kernel(KB_INT n) {
  struct timer *t = given_t;
  int32_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    int32_t err = rtt[i] - (t->srtt >> 3);
    t->srtt += err;
    err = err < 0 ? -err : err;
    t->rttvar += err - (t->rttvar >> 2);
    out[i] = (t->srtt >> 3) + t->rttvar;
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: interp/mark_and_queue
// tags: memory,latency
// about: set the mark bit of an object in a byte map, queue it if it was clear

#include "kernel.h"

struct marker {
  uint32_t queued;
  uint8_t map[32];
};
KB_DATA struct marker marker;
KB_DATA uint8_t object[KB_MAX_N], queue[KB_MAX_N + 1];
KB_DATA struct marker *given_m;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  KB_FILL(object, 0, 256);
  given_m = &marker;
  given_out = queue;
}

KB_KERNEL void kernel(KB_INT n) {
  struct marker *m = given_m;
  uint8_t *out = given_out;
  m->queued = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned o = object[i], bit = 1u << (o & 7), was = m->map[o >> 3];
    m->map[o >> 3] = (uint8_t)(was | bit);
    out[m->queued] = (uint8_t)o;
    m->queued += !(was & bit);
  }
}

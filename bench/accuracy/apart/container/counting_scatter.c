// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: container/counting_scatter
// tags: memory,latency
// about: last pass of a counting sort: dst[place[key]++] = value

#include "kernel.h"

KB_DATA uint32_t value[KB_MAX_N], place[8], sorted[KB_MAX_N + 8 * 64];
KB_DATA uint32_t *given_at;
KB_DATA uint32_t *given_dst;

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k)
    value[k] = (uint32_t)(k * 2654435761u);
  given_at = place;
  given_dst = sorted;
}

KB_KERNEL void kernel(KB_INT n) {
  uint32_t *at = given_at;
  uint32_t *dst = given_dst;
  for (uint32_t k = 0; k < 8; ++k)
    at[k] = 58 * k;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t v = value[i];
    dst[at[v >> 29]++] = v;
  }
}

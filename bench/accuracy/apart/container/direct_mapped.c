// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: container/direct_mapped
// tags: memory,latency
// about: multiplicative hash into 64 slots; count if the tag agrees, else replace

#include "kernel.h"

struct slot {
  uint32_t tag, count;
};
KB_DATA struct slot slots[64];
KB_DATA uint32_t key[KB_MAX_N];

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k)
    key[k] = (uint32_t)(k % 7 + 100);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    struct slot *s = &slots[key[i] * 0x9e3779b1u >> 26];
    const uint32_t same = -(uint32_t)(s->tag == key[i]);
    s->count = (s->count & same) + 1;
    s->tag = key[i];
  }
}

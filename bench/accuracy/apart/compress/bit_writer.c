// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: compress/bit_writer
// tags: latency,memory
// about: bits appended to an accumulator in a struct, whole bytes flushed each trip

#include "kernel.h"
#include <string.h>

struct writer {
  uint64_t acc;
  uint32_t fill, at;
};
KB_DATA struct writer writer;
KB_DATA uint16_t value[KB_MAX_N];
KB_DATA uint8_t length[KB_MAX_N], bytes[2 * KB_MAX_N + 16];
KB_DATA struct writer *given_w;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  KB_FILL(length, 3, 13);
  for (int k = 0; k < KB_MAX_N; ++k)
    value[k] = (uint16_t)(k & ((1 << length[k]) - 1));
  given_w = &writer;
  given_out = bytes;
}

KB_KERNEL void kernel(KB_INT n) {
  struct writer *w = given_w;
  uint8_t *out = given_out;
  *w = (struct writer){0, 0, 0};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    w->acc |= (uint64_t)value[i] << w->fill;
    w->fill += length[i];
    memcpy(out + w->at, &w->acc, 8);
    const uint32_t whole = w->fill >> 3;
    w->at += whole;
    w->acc >>= 8 * whole;
    w->fill &= 7;
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: text/counts_of_classes
// tags: memory,latency
// about: letters, blanks and all characters counted in one structure

#include "kernel.h"

struct counts {
  uint32_t letters, blanks, all;
};

KB_DATA struct counts counts;
KB_DATA uint8_t in[KB_MAX_N], out[KB_MAX_N];

void kernel_init(void) { KB_FILL(in, 0, 256); }

KB_KERNEL void kernel(KB_INT n) {
  struct counts *c = &counts;
  uint8_t *to = out;
  KB_HIDE(c);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    c->letters += in[i] > 64;
    to[i] = in[i];
    c->blanks += in[i] == 32;
    c->all += 1;
  }
}

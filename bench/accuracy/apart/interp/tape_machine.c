// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: interp/tape_machine
// tags: latency,memory
// about: cell[at] += change; at += move: the head position in memory next to the tape

#include "kernel.h"

struct machine {
  uint32_t at;
  uint8_t cell[64];
};
KB_DATA struct machine machine;
KB_DATA uint8_t change[KB_MAX_N], move[KB_MAX_N];
KB_DATA struct machine *given_m;

void kernel_init(void) {
  KB_FILL(change, 0, 4);
  KB_FILL(move, 0, 3);
  given_m = &machine;
}

KB_KERNEL void kernel(KB_INT n) {
  struct machine *m = given_m;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    m->cell[m->at] = (uint8_t)(m->cell[m->at] + change[i]);
    m->at = (m->at + move[i]) & 63;
  }
}

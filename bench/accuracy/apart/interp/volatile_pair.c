// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: interp/volatile_pair
// tags: latency,memory
// about: ping = pong ^ x; pong = ping + 1 through two volatile words: two trips through memory

#include "kernel.h"

struct mailbox {
  volatile uint32_t ping, pong;
};
KB_DATA struct mailbox mailbox;
KB_DATA uint32_t x[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(x, 0, 1000);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    mailbox.ping = mailbox.pong ^ x[i];
    mailbox.pong = mailbox.ping + 1;
  }
}

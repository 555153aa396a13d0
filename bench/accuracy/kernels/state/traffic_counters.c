// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/traffic_counters
// tags: memory,latency
// about: bytes, packets and the largest packet of a connection, with a log

#include "kernel.h"

struct connection {
  uint64_t bytes, packets, drops;
};

KB_DATA struct connection connection;
KB_DATA uint64_t length[KB_MAX_N], logged[KB_MAX_N];
KB_DATA struct connection *given_c;
KB_DATA uint64_t *given_to;

void kernel_init(void) {
  KB_FILL(length, 40, 1500);
  given_c = &connection;
  given_to = logged;
}

KB_KERNEL void kernel(KB_INT n) {
  struct connection *c = given_c;
  uint64_t *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    c->bytes += length[i];
    c->packets += 1;
    c->drops += length[i] >> 10;
    to[i] = length[i];
  }
}

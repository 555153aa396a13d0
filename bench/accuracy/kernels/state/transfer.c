// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/transfer
// tags: latency,memory
// about: two accounts behind pointers: one gives, the other takes

#include "kernel.h"

KB_DATA int64_t accounts[16], amount[KB_MAX_N];
KB_DATA int64_t *given_payer;
KB_DATA int64_t *given_payee;

void kernel_init(void) {
  KB_FILL(amount, 0, 1000);
  given_payer = accounts;
  given_payee = accounts + 8;
}

KB_KERNEL void kernel(KB_INT n) {
  int64_t *payer = given_payer, *payee = given_payee;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    *payer ^= amount[i];
    *payee += amount[i];
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: market/compensated_ledger
// tags: latency,memory
// about: Kahan sum whose sum and error are in a struct, balances written

#include "kernel.h"

struct ledger {
  double sum, error;
};
KB_DATA struct ledger ledger;
KB_DATA double entry[KB_MAX_N], balance[KB_MAX_N];
KB_DATA struct ledger *given_l;
KB_DATA double *given_out;

void kernel_init(void) {
  KB_FILL(entry, -1.0, 1.5);
  given_l = &ledger;
  given_out = balance;
}

KB_KERNEL void kernel(KB_INT n) {
  struct ledger *l = given_l;
  double *out = given_out;
  *l = (struct ledger){0, 0};
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double y = entry[i] - l->error;
    const double t = l->sum + y;
    l->error = (t - l->sum) - y;
    l->sum = t;
    out[i] = t;
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bignum/barrett_butterfly
// tags: ports,memory
// about: a, b = a + b w, a - b w modulo 12289 in place, products reduced by Barrett

#include "kernel.h"

KB_DATA uint32_t a[KB_MAX_N], b[KB_MAX_N], w[KB_MAX_N];

void kernel_init(void) {
  KB_FILL(a, 0, 12289);
  KB_FILL(b, 0, 12289);
  KB_FILL(w, 0, 12289);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t p = b[i] * w[i];
    uint32_t t = p - (uint32_t)((uint64_t)p * 349496 >> 32) * 12289;
    t = t < t - 12289 ? t : t - 12289;
    const uint32_t s = a[i] + t, d = a[i] - t;
    a[i] = s < s - 12289 ? s : s - 12289;
    b[i] = d < d + 12289 ? d : d + 12289;
  }
}

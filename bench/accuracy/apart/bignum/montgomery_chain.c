// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: bignum/montgomery_chain
// tags: latency,memory
// about: x = x a[i] / 2^64 modulo m, x in a struct and every x written

#include "kernel.h"

struct field {
  uint64_t m, minus_inverse, x;
};
KB_DATA struct field field;
KB_DATA uint64_t a[KB_MAX_N], products[KB_MAX_N];
KB_DATA struct field *given_f;
KB_DATA uint64_t *given_out;

void kernel_init(void) {
  const uint64_t m = 0x1fffffffffffffe7;
  uint64_t inverse = m;
  for (int k = 0; k < 6; ++k)
    inverse *= 2 - m * inverse;
  field = (struct field){m, -inverse, 12345};
  KB_FILL(a, 1e15, 2e15);
  given_f = &field;
  given_out = products;
}

KB_KERNEL void kernel(KB_INT n) {
  struct field *f = given_f;
  uint64_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned __int128 t = (unsigned __int128)f->x * a[i];
    const uint64_t q = (uint64_t)t * f->minus_inverse;
    const uint64_t u = (uint64_t)((t + (unsigned __int128)q * f->m) >> 64);
    f->x = u - (f->m & -(uint64_t)(u >= f->m));
    out[i] = f->x;
  }
}

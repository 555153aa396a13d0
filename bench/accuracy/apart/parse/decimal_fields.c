// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: parse/decimal_fields
// tags: latency,memory
// about: value = 10 value + digit in a struct, zero at a separator, while the text is copied

#include "kernel.h"

struct field {
  uint32_t value, total;
};
KB_DATA struct field field;
KB_DATA char text[KB_MAX_N], copy[KB_MAX_N];
KB_DATA struct field *given_f;
KB_DATA char *given_out;

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k)
    text[k] = "307,"[k & 3];
  given_f = &field;
  given_out = copy;
}

KB_KERNEL void kernel(KB_INT n) {
  struct field *f = given_f;
  char *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint32_t d = (uint8_t)text[i] - (uint32_t)'0';
    const uint32_t digit = -(uint32_t)(d < 10);
    f->total += f->value & ~digit;
    f->value = (10 * f->value + d) & digit;
    out[i] = text[i];
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Access through unions and bit-fields.
#include <stddef.h>
#include <stdint.h>

struct packed {
  uint32_t red : 5, green : 6, blue : 5, flags : 16;
};

union view {
  float f;
  uint32_t u;
};

unsigned sum_green(const struct packed *p, size_t n) {
  unsigned s = 0;
  for (size_t i = 0; i < n; i++)
    s += p[i].green;
  return s;
}

void set_flags(struct packed *p, unsigned v, size_t n) {
  for (size_t i = 0; i < n; i++)
    p[i].flags = v & 0xffff;
}

void flip_sign(union view *a, size_t n) {
  for (size_t i = 0; i < n; i++)
    a[i].u ^= 0x80000000u;
}

void root_guess(union view *a, size_t n) {
  for (size_t i = 0; i < n; i++) {
    union view v = a[i];
    v.u = (v.u >> 1) + 0x1fc00000u;
    a[i].f = 0.5f * (v.f + a[i].f / v.f);
  }
}

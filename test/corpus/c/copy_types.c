// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and sets of small and large elements, with overlap and without.
#include <stddef.h>
#include <stdint.h>

struct big {
  double v[6];
};

void copy_big(struct big *restrict d, const struct big *restrict s, size_t n) {
  for (size_t i = 0; i < n; i++)
    d[i] = s[i];
}

void copy_overlap(uint8_t *d, size_t back, size_t n) {
  for (size_t i = 0; i < n; i++)
    d[i] = d[i - back];
}

void move_words(uint64_t *d, const uint64_t *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    d[i] = s[i] ^ 1;
}

void run_length(uint8_t *restrict out, const uint8_t *restrict value,
                const uint8_t *restrict count, size_t n) {
  for (size_t i = 0; i < n; i++)
    for (unsigned k = 0; k < count[i]; k++)
      *out++ = value[i];
}

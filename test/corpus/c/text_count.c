// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counting in text: lines, code points by lead byte, words by transitions.
#include <stddef.h>

size_t count_lines(const char *s, size_t n) {
  size_t c = 0;
  for (size_t i = 0; i < n; i++)
    c += s[i] == '\n';
  return c;
}

size_t count_points(const signed char *s, size_t n) {
  size_t c = 0;
  for (size_t i = 0; i < n; i++)
    c += s[i] > -65;
  return c;
}

size_t count_words(const char *s, size_t n) {
  size_t c = 0;
  int was = 1;
  for (size_t i = 0; i < n; i++) {
    int blank = s[i] == ' ' || s[i] == '\n';
    c += was && !blank;
    was = blank;
  }
  return c;
}

size_t walk_points(const unsigned char *s, size_t n) {
  size_t c = 0;
  for (size_t i = 0; i < n; c++)
    i += s[i] < 0x80 ? 1 : s[i] < 0xe0 ? 2 : s[i] < 0xf0 ? 3 : 4;
  return c;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Byte scans with early exit: length, find, compare, span.
#include <stddef.h>

size_t scan_length(const char *s) {
  const char *p = s;
  while (*p)
    p++;
  return (size_t)(p - s);
}

const void *scan_find(const unsigned char *p, unsigned char c, size_t n) {
  for (; n; n--, p++)
    if (*p == c)
      return p;
  return NULL;
}

int scan_compare(const unsigned char *a, const unsigned char *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i])
      return a[i] - b[i];
  return 0;
}

size_t scan_blank(const char *s) {
  size_t i = 0;
  while (s[i] == ' ' || s[i] == '\t')
    i++;
  return i;
}

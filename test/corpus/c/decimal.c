// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decimal text to and from integers: multiply-add and divide chains.
#include <stddef.h>
#include <stdint.h>

uint64_t parse_decimal(const char *s) {
  uint64_t v = 0;
  while (*s >= '0' && *s <= '9')
    v = v * 10 + (uint64_t)(*s++ - '0');
  return v;
}

char *print_decimal(char *end, uint64_t v) {
  do
    *--end = (char)('0' + v % 10);
  while (v /= 10);
  return end;
}

int sum_digits(uint32_t v) {
  int s = 0;
  for (; v; v /= 10)
    s += (int)(v % 10);
  return s;
}

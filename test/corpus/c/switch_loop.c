// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops around a switch: a small interpreter and a classifier.
#include <stddef.h>
#include <stdint.h>

int64_t interpret(const uint8_t *code, size_t n, int64_t acc) {
  for (size_t i = 0; i < n; i++)
    switch (code[i]) {
    case 0:
      acc++;
      break;
    case 1:
      acc -= 3;
      break;
    case 2:
      acc *= 5;
      break;
    case 3:
      acc ^= acc >> 7;
      break;
    case 4:
      acc = -acc;
      break;
    case 5:
      return acc;
    default:
      acc += code[i];
    }
  return acc;
}

size_t digits_and_signs(const char *s, size_t n) {
  size_t c = 0;
  for (size_t i = 0; i < n; i++)
    switch (s[i]) {
    case '+':
    case '-':
      c += 16;
      break;
    case '.':
      c += 256;
      break;
    default:
      c += s[i] >= '0' && s[i] <= '9';
    }
  return c;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of dynamic programs over two strings.
#include <stddef.h>

static int min2(int a, int b) { return a < b ? a : b; }

void edit_row(int *restrict cur, const int *restrict prev,
              const char *restrict t, char s, size_t n) {
  for (size_t j = 1; j <= n; j++) {
    int sub = prev[j - 1] + (t[j - 1] != s);
    cur[j] = min2(sub, min2(prev[j], cur[j - 1]) + 1);
  }
}

void lcs_row(int *restrict cur, const int *restrict prev,
             const char *restrict t, char s, size_t n) {
  for (size_t j = 1; j <= n; j++) {
    if (t[j - 1] == s)
      cur[j] = prev[j - 1] + 1;
    else
      cur[j] = prev[j] > cur[j - 1] ? prev[j] : cur[j - 1];
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dynamic program rows over capacities: descending, ascending, and a path.
#include <stddef.h>

void knapsack_once(int *best, int weight, int value, int cap) {
  for (int c = cap; c >= weight; c--) {
    int v = best[c - weight] + value;
    best[c] = v > best[c] ? v : best[c];
  }
}

void coin_ways(unsigned long *ways, size_t coin, size_t cap) {
  for (size_t c = coin; c <= cap; c++)
    ways[c] += ways[c - coin];
}

void path_row(int *row, const int *restrict cost, size_t n) {
  for (size_t j = 1; j < n; j++)
    row[j] = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + cost[j];
}

int best_run(const int *a, size_t n) {
  int here = 0, best = 0;
  for (size_t i = 0; i < n; i++) {
    here = here + a[i] > 0 ? here + a[i] : 0;
    best = here > best ? here : best;
  }
  return best;
}

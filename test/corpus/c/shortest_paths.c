// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Min-plus products and all-pairs shortest paths; reachability in bits.
#include <stddef.h>
#include <stdint.h>

void min_plus_row(float *restrict c, const float *restrict b, float a,
                  size_t n) {
  for (size_t j = 0; j < n; j++) {
    float v = a + b[j];
    c[j] = v < c[j] ? v : c[j];
  }
}

void floyd_warshall(int *d, int n) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      int ik = d[i * n + k];
      for (int j = 0; j < n; j++) {
        int v = ik + d[k * n + j];
        if (v < d[i * n + j])
          d[i * n + j] = v;
      }
    }
}

void reach_row(uint64_t *restrict to, const uint64_t *restrict via,
               size_t words) {
  for (size_t w = 0; w < words; w++)
    to[w] |= via[w];
}

int relax_edges(int *restrict dist, const int *restrict from,
                const int *restrict to, const int *restrict len, int m) {
  int changed = 0;
  for (int e = 0; e < m; e++) {
    int v = dist[from[e]] + len[e];
    if (v < dist[to[e]]) {
      dist[to[e]] = v;
      changed = 1;
    }
  }
  return changed;
}

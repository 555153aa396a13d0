// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: dynprog/local_affine
// tags: latency,memory
// about: Smith-Waterman with affine gaps in 16 bits, row in place, gap state in memory

#include "kernel.h"

struct gap {
  int16_t f, best;
};
KB_DATA struct gap gap;
KB_DATA int16_t h[KB_MAX_N + 1], e[KB_MAX_N], score[KB_MAX_N];
KB_DATA struct gap *given_g;
KB_DATA int16_t *given_hh;
KB_DATA int16_t *given_ee;

void kernel_init(void) {
  for (int k = 0; k < KB_MAX_N; ++k)
    score[k] = (int16_t)(k % 4 ? -1 : 3);
  given_g = &gap;
  given_hh = h;
  given_ee = e;
}

KB_KERNEL void kernel(KB_INT n) {
  struct gap *g = given_g;
  int16_t *hh = given_hh;
  int16_t *ee = given_ee;
  g->f = 0;
  int diag = hh[0];
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    int v = diag + score[i];
    diag = hh[i + 1];
    int f = hh[i] - 4 > g->f - 1 ? hh[i] - 4 : g->f - 1;
    f = f > -100 ? f : -100;
    int x = diag - 4 > ee[i] - 1 ? diag - 4 : ee[i] - 1;
    x = x > -100 ? x : -100;
    v = v > f ? v : f;
    v = v > x ? v : x;
    v = v > 0 ? v : 0;
    g->f = (int16_t)f;
    ee[i] = (int16_t)x;
    hh[i + 1] = (int16_t)v;
  }
}

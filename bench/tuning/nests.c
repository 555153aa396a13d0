// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times nests of loops for unroll-and-jam, and loops for distribution: for each
// the least time of an innermost iteration in nanoseconds, of 2,000 calls. All
// data are in the first-level cache. Compiled with and without the plugin, the
// programs print the same results but for the order of additions.

#include <math.h>
#include <stdio.h>
#include <time.h>

enum { Size = 64, Small = 40, Length = 2000, Rounds = 2000 };
static double a[Size * Size], b[Small * Small], c[Small * Small], x[Size],
    y[Size];
static float g[Size][Size], h[Size][Size], p[Length + 16], q[Length + 16],
    r[Length + 16];

// What the compiler does not know.
static volatile long size = Size, small = Small, length = Length;
#define NEST __attribute__((noinline)) void

NEST rows_times_vector(double *restrict to, const double *restrict m,
                       const double *restrict v, long n) {
  for (long i = 0; i < n; ++i) {
    double s = 0;
    for (long k = 0; k < n; ++k)
      s += m[i * n + k] * v[k];
    to[i] = s;
  }
}

NEST matrix_product(double *restrict to, const double *restrict m,
                    const double *restrict v, long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double s = 0;
      for (long k = 0; k < n; ++k)
        s += m[i * n + k] * v[k * n + j];
      to[i * n + j] = s;
    }
}

NEST columns(float (*restrict to)[Size], const float (*restrict from)[Size],
             long n) {
  for (long i = 2; i < n - 2; ++i)
    for (long j = 0; j < n; ++j)
      to[i][j] = from[i - 2][j] + from[i - 1][j] + from[i][j] + from[i + 1][j] +
                 from[i + 2][j];
}

NEST recurrence_beside_map(float *to, float *other, const float *from, long n) {
  for (long i = 0; i < n; ++i) {
    to[i + 1] = to[i] * 0.5f + from[i];
    other[i] = from[i] * from[i + 1] + from[i + 2] * from[i + 3];
  }
}

NEST recurrence_beside_roots(float *to, float *other, const float *from,
                             long n) {
  for (long i = 0; i < n; ++i) {
    to[i + 1] = to[i] * 0.5f + from[i];
    other[i] = __builtin_sqrtf(from[i]) / from[i + 1];
  }
}

static void run_rows(void) { rows_times_vector(y, a, x, size); }
static void run_product(void) { matrix_product(c, b, a, small); }
static void run_columns(void) { columns(h, (const float(*)[Size])g, size); }
static void run_recurrence(void) { recurrence_beside_map(p, q, r, length); }
static void run_roots(void) { recurrence_beside_roots(p, q, r, length); }

static double sum(void) {
  double s = 0;
  for (int k = 0; k < Size; ++k)
    s += y[k] + c[k] + h[k][k] + p[k] + q[k];
  return s;
}

static void run(const char *name, void (*nest)(void), double iterations) {
  double least = 1e9;
  for (int k = 0; k < Rounds; ++k) {
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    nest();
    clock_gettime(CLOCK_MONOTONIC, &to);
    least = fmin(
        least, ((to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec)) /
                   iterations);
  }
  printf("%-24s %.3f ns (result %.7g)\n", name, least, sum());
}

int main(void) {
  for (int k = 0; k < Size * Size; ++k)
    a[k] = 1.0 / (k + 1);
  for (int k = 0; k < Small * Small; ++k)
    b[k] = 1.0 / (k + 2);
  for (int k = 0; k < Size; ++k)
    x[k] = 1.0 / (k + 3);
  for (int k = 0; k < Size * Size; ++k)
    g[k / Size][k % Size] = 1.0f / (k + 1);
  for (int k = 0; k < Length + 16; ++k)
    r[k] = 1.0f / (k + 1);
  run("rows_times_vector", run_rows, Size * Size);
  run("matrix_product", run_product, Small * Small * Small);
  run("columns", run_columns, (Size - 4) * Size);
  run("recurrence_beside_map", run_recurrence, Length);
  run("recurrence_beside_roots", run_roots, Length);
  return 0;
}

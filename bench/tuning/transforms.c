// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times loops that -kernel-bounds-transform changes: for each the least time of an iteration in nanoseconds, of 300 calls
// with 2,000 iterations. Compiled with and without the plugin, the programs print the same results.

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { Iterations = 2000, Rounds = 300 };
static float f[Iterations + 16];
static double x[Iterations + 16], y[Iterations + 16];
static uint32_t u[Iterations + 16], v[Iterations + 16];

// The compiler does not know where these are.
double *state_at = y, *out_at = y + 8;
const double *in_at = x, *factors_at = x + 2;
const uint32_t *places_at = u;

#define LOOP static __attribute__((noinline)) double

LOOP filter(long n, uint32_t d) {
  const float q = 0.5f + 1.0f / d;
  for (long i = 0; i < n; ++i)
    f[i + 3] = f[i] * q + 1;
  return f[n];
}

LOOP comb(long n, uint32_t d) {
  const double g = 1.0 / d;
  for (long i = 0; i < n; ++i)
    y[i + 7] = x[i] + g * y[i];
  return y[n];
}

LOOP product_beside_recurrence(long n, uint32_t d) {
  uint32_t s = d;
  for (long i = 0; i < n; ++i) {
    v[i + 1] = v[i] ^ u[i];
    s *= u[i];
  }
  return s;
}

LOOP product_until_zero(long n, uint32_t d) {
  uint32_t s = d;
  u[n] = 0;
  for (long i = 0; u[i] != 0; ++i)
    s *= u[i];
  return s;
}

LOOP sum_by_fma(long n, uint32_t d) {
  double s = d;
  for (long i = 0; i < n; ++i)
    s = __builtin_fma(x[i], x[i], s);
  return s;
}

LOOP remainders(long n, uint32_t d) {
  for (long i = 0; i < n; ++i)
    v[i] = u[i] % d;
  return v[n - 1];
}

LOOP signed_quotients(long n, uint32_t d) {
  int32_t s = 0;
  for (long i = 0; i < n; ++i)
    s += (int32_t)u[i] / (int32_t)d;
  return s;
}

LOOP biquad(long n, uint32_t d) {
  double *s = state_at, *out = out_at;
  const double *in = in_at, *c = factors_at;
  for (long i = 0; i < n; ++i) {
    const double v = c[0] * in[i] + s[0];
    s[0] = c[1] * in[i] - c[3] * v + s[1];
    s[1] = c[2] * in[i] - c[4] * v;
    out[i] = v;
  }
  return s[0] + d;
}

LOOP sum_and_most(long n, uint32_t d) {
  double *sum = state_at, *most = state_at + 1 + d % 2;
  const double *in = in_at;
  for (long i = 0; i < n; ++i) {
    *sum += in[i];
    *most = in[i] > *most ? in[i] : *most;
  }
  return *sum + *most;
}

LOOP gather_and_scale(long n, uint32_t d) {
  double *out = out_at;
  const double *in = in_at, *c = factors_at;
  const uint32_t *places = places_at;
  for (long i = 0; i < n; ++i)
    out[i] = in[places[i] & 1023] * *c;
  return out[d % 1000];
}

static void fill(void) {
  uint32_t state = 1;
  for (int k = 0; k < Iterations + 16; ++k) {
    u[k] = (state = state * 1664525 + 1013904223) | 1;
    v[k] = state >> 7;
    x[k] = 1.0 / (k + 1);
    y[k] = f[k] = 0;
  }
}

static void run(const char *name, double (*loop)(long, uint32_t)) {
  double least = 1e9, result = 0;
  for (int k = 0; k < Rounds; ++k) {
    fill();
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    result = loop(Iterations, 1000 + k);
    clock_gettime(CLOCK_MONOTONIC, &to);
    const double ns = (to.tv_sec - from.tv_sec) * 1e9 + (to.tv_nsec - from.tv_nsec);
    least = fmin(least, ns / Iterations);
  }
  printf("%-26s %.3f ns (result %.7g)\n", name, least, result);
}

int main(void) {
  run("filter", filter);
  run("comb", comb);
  run("product_beside_recurrence", product_beside_recurrence);
  run("product_until_zero", product_until_zero);
  run("sum_by_fma", sum_by_fma);
  run("remainders", remainders);
  run("signed_quotients", signed_quotients);
  run("biquad", biquad);
  run("sum_and_most", sum_and_most);
  run("gather_and_scale", gather_and_scale);
  return 0;
}

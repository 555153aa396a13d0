// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times loops of Count iterations, which the compiler does not know of, as
// candidates for masks: the least time of an iteration in nanoseconds, of
// 1,000 rounds of 64 calls. All data are in the first-level cache.

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#ifndef COUNT
#define COUNT 100
#endif
enum { Count = COUNT, Most = 1024, Calls = 64, Rounds = 1000 };

static volatile long count = Count;
static float fa[Most], fb[Most], fc[Most];
static double da[Most], db[Most];
static int ia[Most], ib[Most], ic[Most];
static uint16_t sa[Most];
static uint8_t ba[Most], bb[Most];
static double results;
#define LOOP __attribute__((noinline)) void

LOOP axpy(float *restrict to, const float *restrict from, float q, long n) {
  for (long i = 0; i < n; ++i)
    to[i] += q * from[i];
}

LOOP scale_int_count(float *restrict to, const float *restrict from, int n) {
  for (int i = 0; i < n; ++i)
    to[i] = from[i] * 3;
}

LOOP blend(int *restrict to, const int *restrict from, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = from[i] > 5 ? to[i] * 3 : from[i];
}

LOOP halve_roots(double *restrict to, const double *restrict from, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = __builtin_sqrt(from[i]) * 0.5;
}

LOOP average(uint8_t *restrict to, const uint8_t *restrict from, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = (uint8_t)((to[i] + from[i] + 1) >> 1);
}

LOOP widen(float *restrict to, const uint8_t *restrict from, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = from[i] * 0.25f;
}

__attribute__((noinline)) double dot(const double *x, const double *y, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * y[i];
  return s;
}

__attribute__((noinline)) int sum(const int *x, long n) {
  int s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i];
  return s;
}

LOOP clamp(float *restrict to, const float *restrict from, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = fminf(fmaxf(from[i], -1.0f), 1.0f);
}

LOOP reciprocal(double *restrict to, const double *restrict from, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = 1.0 / from[i];
}

LOOP mix(int *restrict to, const int *restrict x, const int *restrict y,
         long n) {
  for (long i = 0; i < n; ++i)
    to[i] = x[i] * 5 + (y[i] ^ 77);
}

LOOP to_int(int *restrict to, const float *restrict from, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = (int)(from[i] * 255.0f);
}

LOOP square(uint16_t *restrict to, const uint8_t *restrict from, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = (uint16_t)(from[i] * from[i]);
}

LOOP distance(float *restrict to, const float *restrict x,
              const float *restrict y, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = sqrtf(x[i] * x[i] + y[i] * y[i]);
}

LOOP may_overlap(double *to, const double *from, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = from[i] * 0.5 + 1.0;
}

static void run_axpy(void) { axpy(fa, fb, 0.5f, count); }
static void run_scale(void) { scale_int_count(fa, fb, (int)count); }
static void run_blend(void) { blend(ia, ib, count); }
static void run_roots(void) { halve_roots(da, db, count); }
static void run_average(void) { average(ba, bb, count); }
static void run_widen(void) { widen(fa, bb, count); }
static void run_dot(void) { results += dot(da, db, count); }
static void run_sum(void) { results += sum(ia, count); }

static void run_clamp(void) { clamp(fa, fb, count); }
static void run_reciprocal(void) { reciprocal(da, db, count); }
static void run_mix(void) { mix(ia, ib, ic, count); }
static void run_to_int(void) { to_int(ia, fb, count); }
static void run_square(void) { square(sa, bb, count); }
static void run_distance(void) { distance(fa, fb, fc, count); }
static void run_may_overlap(void) { may_overlap(da, db, count); }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

static void run(const char *name, void (*loop)(void)) {
  double least = 1e9;
  for (int k = 0; k < Rounds; ++k) {
    const double from = now();
    for (int c = 0; c < Calls; ++c)
      loop();
    least = fmin(least, (now() - from) / ((double)Calls * Count));
  }
  double s = results;
  for (int k = 0; k < Most; ++k)
    s += fa[k] + da[k] + ia[k] + ba[k] + sa[k];
  printf("%-16s %.4f ns (result %.7g)\n", name, least, s);
  results = 0;
}

int main(void) {
  for (int k = 0; k < Most; ++k) {
    fb[k] = 1.0f / (k + 1);
    db[k] = 1.0 / (k + 2);
    fc[k] = 1.0f / (k + 3);
    ib[k] = k % 11;
    ic[k] = k * 3;
    bb[k] = (uint8_t)(k * 7);
  }
  run("axpy", run_axpy);
  run("scale_int_count", run_scale);
  run("blend", run_blend);
  run("halve_roots", run_roots);
  run("average", run_average);
  run("widen", run_widen);
  run("dot", run_dot);
  run("sum", run_sum);
  run("clamp", run_clamp);
  run("reciprocal", run_reciprocal);
  run("mix", run_mix);
  run("to_int", run_to_int);
  run("square", run_square);
  run("distance", run_distance);
  run("may_overlap", run_may_overlap);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Time.c - Times two ways of doing the same
//----------------------------===//
///
/// \file
/// Time BEFORE.so AFTER.so prints the time-stamp ticks of a trip of each, as
/// the least of many pairs of runs, one of each in turn. A run of all trips
/// less one of half of them leaves out what is before and after the loop.
/// Only the ratio of the two is of use. Exit code 1: their results differ.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <x86intrin.h>

struct way {
  void (*init)(void);
  void (*run)(long);
  double *result;
  long *max;
};

static struct way load(const char *name) {
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    fprintf(stderr, "%s\n", dlerror());
    exit(2);
  }
  struct way w = {(void (*)(void))dlsym(handle, "kernel_init"),
                  (void (*)(long))dlsym(handle, "kernel"),
                  (double *)dlsym(handle, "result"),
                  (long *)dlsym(handle, "max_trips")};
  return w;
}

static uint64_t ticks(const struct way *w, long n) {
  unsigned aux;
  _mm_lfence();
  uint64_t from = __rdtsc();
  _mm_lfence();
  // Several runs, as the counter may go in steps of many cycles.
  for (int k = 0; k < 8; ++k)
    w->run(n);
  uint64_t to = __rdtscp(&aux);
  _mm_lfence();
  return to - from;
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  struct way w[2] = {load(argv[1]), load(argv[2])};
  uint64_t least[2][2] = {{~0ull, ~0ull}, {~0ull, ~0ull}};
  for (int k = 0; k < 2; ++k)
    w[k].init();
  long n = *w[0].max;
  for (int round = 0; round < 3000; ++round)
    for (int k = 0; k < 2; ++k)
      for (int half = 0; half < 2; ++half) {
        uint64_t t = ticks(&w[k], half ? n / 2 : n);
        if (t < least[k][half])
          least[k][half] = t;
      }
  for (int k = 0; k < 2; ++k) {
    w[k].init();
    w[k].run(n);
  }
  double a = *w[0].result, b = *w[1].result;
  if (fabs(a - b) > 1e-3 * (fabs(a) + 1)) {
    fprintf(stderr, "results differ: %.17g and %.17g\n", a, b);
    return 1;
  }
  for (int k = 0; k < 2; ++k)
    printf("%.6f\n", (double)(least[k][0] - least[k][1]) / (8.0 * (n - n / 2)));
  return 0;
}

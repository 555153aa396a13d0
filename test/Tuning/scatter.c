// The steps of the loads allow 8 or 16 iterations in a trip of two vectors of
// results, whose scatters have no step. The vectorizer's index tells which.
// REQUIRES: clang, plugin
// RUN: kernel-opt tune --quiet --budget=1 --cpu=znver5 --format=json %s -- %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=znver5 | FileCheck %s
// CHECK: "now_iterations_per_trip": 16,

void every_other(float *restrict a, const float *restrict b,
                 const float *restrict c, const float *restrict d, long n) {
  for (long i = 0; i < n; ++i)
    a[2 * i] = c[i] * b[i] + d[i] * b[i] + c[i] * c[i] + d[i] * c[i];
}

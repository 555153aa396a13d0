// All accesses of the vectors are gathers and scatters, so that no step through
// memory tells how many iterations a trip does: the vectorizer's index does.
// RUN: kernel-opt tune --cpu=znver4 %s -- %clang --target=x86_64-linux-gnu -O3 -march=znver4 | FileCheck %s
// CHECK: gathers.c: 1 loop, 1 gains
// CHECK: every_second 1.5{{.*}}vectorize(disable)
// RUN: kernel-opt tune --cpu=znver4 --format=json %s -- %clang --target=x86_64-linux-gnu -O3 -march=znver4 | FileCheck %s --check-prefix=TRIPS
// TRIPS: "cycles": 1.5
// TRIPS: "now_iterations_per_trip": 16

void every_second(float *restrict a, const float *restrict b, long n) {
  for (long i = 0; i < n; ++i)
    a[2 * i + 1] = a[2 * i] + b[2 * i + 1];
}

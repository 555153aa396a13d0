// Trips of two cycles or less were measured to lose. Their figure is not relied on,
// though it is the best of all: a vector of maxima in each cycle, and a short rest.
// RUN: kernel-opt tune --quiet --cpu=znver4 --format=json %s -- %clang --target=x86_64-linux-gnu -O3 -march=x86-64-v3 | FileCheck %s
// CHECK: "vectorize_width": 0,
// CHECK: "vectorize_width": 0,
// CHECK-NEXT: "interleave_count": 1,
// CHECK-NEXT: "unroll_count": 0,
// CHECK-NEXT: "iterations_per_trip": 0,
// CHECK-NEXT: "time": null
// CHECK: "vectorize_width": 0,
// CHECK-NEXT: "interleave_count": 2,
// CHECK: "vectorize_width": 0,
// CHECK-NEXT: "interleave_count": 4,
// CHECK: "vectorize_width": 0,
// CHECK-NEXT: "interleave_count": 8,
// CHECK-NEXT: "unroll_count": 0,
// CHECK-NEXT: "iterations_per_trip": 64,
// CHECK-NEXT: "time": {

int largest(const int *x, long n) {
  int m = x[0];
  for (long i = 0; i < n; ++i)
    m = x[i] > m ? x[i] : m;
  return m;
}

// A choice whose trips take two cycles has to gain 8 %. Two vectors of maxima
// side by side do two cycles a trip, and 7 %.
// RUN: kernel-opt tune --quiet --cpu=znver4 --format=json %s -- %clang --target=x86_64-linux-gnu -O3 -march=x86-64-v3 | FileCheck %s
// CHECK: "verdict": "left"
// CHECK: "now": {
// CHECK-NEXT: "cycles": 0.124
// CHECK: "interleave_count": 2,
// CHECK-NEXT: "unroll_count": 0,
// CHECK-NEXT: "iterations_per_trip": 16,
// CHECK-NEXT: "time": {
// CHECK-NEXT: "cycles": 0.116

int largest(const int *x, long n) {
  int m = x[0];
  for (long i = 0; i < n; ++i)
    m = x[i] > m ? x[i] : m;
  return m;
}

// A visit of an inner loop begins while the one before it is still at work, so that
// a short chain of additions takes less than its latency says. What is passed from
// visit to visit is waited for.
// REQUIRES: plugin, clang
// DEFINE: %{tune} = %clang --target=x86_64-linux-gnu -O3 -march=znver5 -fpass-plugin=%plugin -mllvm -kernel-bounds-tune=suggest -mllvm -kernel-bounds-tune-record=%t/record.json -c %s -o %t/a.o
// RUN: rm -rf %t && mkdir %t
// RUN: %{tune} -mllvm -kernel-bounds-tune-trip-count=24
// RUN: FileCheck %s --input-file=%t/record.json

// A long loop: four additions of two cycles are one trip.
// CHECK: "name": "rows"
// CHECK: "tried": [
// CHECK: "cycles": "8",
// CHECK: "few": [
// CHECK-NEXT: {
// CHECK-NEXT: "trips": 1,
// CHECK: "name": "all"
// CHECK: "tried": [
// CHECK: "cycles": "8",
// CHECK-NOT: "few"
// CHECK: "name": "row"
// CHECK-NOT: "few"

void rows(float *restrict y, const float *restrict a, long n) {
  for (long i = 0; i < n; ++i) {
    float s = 0;
    for (long k = 0; k < n; ++k)
      s += a[i * n + k];
    y[i] = s;
  }
}

float all(const float *restrict a, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    for (long k = 0; k < n; ++k)
      s += a[i * 64 + k];
  return s;
}

// Nobody knows what calls this.
float row(const float *restrict a, long n) {
  float s = 0;
  for (long k = 0; k < n; ++k)
    s += a[k];
  return s;
}

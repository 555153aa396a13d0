// Loops of a large function are compiled without the rest of it, and have as
// many candidates as those of a small one. That they become the same loops is
// due to what is known of what they take from it: that `table` and `out` do not
// overlap, that `to` is two elements behind `from`, and that there are at most 20
// iterations. Else they would be compiled with their function, which has a third
// of the candidates.
// REQUIRES: clang, plugin
// DEFINE: %{tune} = kernel-opt tune --quiet --cpu=icelake-server --trip-count=1000000 %s
// DEFINE: %{with} = %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=icelake-server
// RUN: %{tune} --format=json -- %{with} | FileCheck %s
// CHECK: "functions": [
// CHECK-NEXT: "sum_of_squares"
// CHECK: "pragma": "#pragma clang loop interleave_count({{8|16}})"
// CHECK: "functions": [
// CHECK-NEXT: "kernel-bounds.region"
// CHECK: "functions": [
// CHECK-NEXT: "kernel-bounds.region"
// CHECK: "pragma": "#pragma clang loop interleave_count({{8|16}})"
// CHECK-COUNT-10: "time"
// CHECK: "functions": [
// CHECK-NEXT: "kernel-bounds.region"
// CHECK-COUNT-10: "time"
// CHECK: "functions": [
// CHECK-NEXT: "kernel-bounds.region"
// CHECK-COUNT-10: "time"
// CHECK: "functions": [
// CHECK-NEXT: "kernel-bounds.region"
// CHECK-COUNT-10: "time"

// What several exits of a loop leave behind is stored behind it. Stored in the
// loop, it would take 2.6 cycles, and more with more exits.
// CHECK: "functions": [
// CHECK-NEXT: "kernel-bounds.region"
// CHECK: "candidates": [
// CHECK: "unroll_count": 0,
// CHECK: "time": {
// CHECK-NEXT: "cycles": {{(1\.|2\.[0-3])}}

#define S4(x, v) x = x * 3 + *v; x = x * 5 + *v; x = x * 7 + *v; x = x * 9 + *v;
#define S16(x, v) S4(x, v) S4(x, v) S4(x, v) S4(x, v)
#define S64(x, v) S16(x, v) S16(x, v) S16(x, v) S16(x, v)
#define S256(x, v) S64(x, v) S64(x, v) S64(x, v) S64(x, v)
#define S1024(x, v) S256(x, v) S256(x, v) S256(x, v) S256(x, v)

float sum_of_squares(const float *a, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i] * a[i];
  return s;
}

// It may have any name.
long large(const float *a, float *b, const int *restrict index,
           int *restrict out, long n, long k, volatile long *v,
           const unsigned char *bytes, const unsigned char **end)
    __asm__("kernel-bounds.region");
long large(const float *a, float *b, const int *restrict index,
           int *restrict out, long n, long k, volatile long *v,
           const unsigned char *bytes, const unsigned char **end) {
  int table[256];
  long x = n;
  for (int i = 0; i < 256; ++i)
    table[i] = *v;
  S1024(x, v)
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i] * a[i];
  for (long i = 0; i < n; ++i)
    out[i] = table[index[i] & 255];
  float *from = b + k * n;
  float *to = from + 2;
  for (long i = 0; i < n; ++i)
    to[i] = from[i] * 3 + 1;
  int few = 0;
  while (few < 20 && *v)
    ++few;
  for (int i = 0; i < few; ++i)
    out[i] = index[i] * 3 + 1;
  unsigned bits = 0;
  unsigned long hold = 0;
  while (bits < (unsigned)k) {
    if (few == 0)
      return hold + bits;
    --few;
    hold += (unsigned long)*bytes++ << bits;
    bits += 8;
  }
  *end = bytes;
  return x + (long)s + hold + few;
}

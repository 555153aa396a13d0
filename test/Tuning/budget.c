// Of a function with about four thousand instructions of LLVM IR, a quarter of
// the candidates is compiled. A branch in front of its loop says how many
// iterations there are at most. The compiler makes another loop of it where it
// does not know that, so that it is not compiled without its function.
// REQUIRES: clang, plugin
// DEFINE: %{tune} = kernel-opt tune --quiet --cpu=znver4 --format=json --budget=32 %s
// DEFINE: %{with} = %clang --target=x86_64-linux-gnu -O2 -march=x86-64-v3
// RUN: %{tune} -- %{with} -DLARGE | grep -c '"unroll_count"' | FileCheck %s --check-prefix=LARGE
// RUN: %{tune} -- %{with} | grep -c '"unroll_count"' | FileCheck %s --check-prefix=SMALL
// The default is one more.
// LARGE: {{^9$}}
// SMALL: {{^(1[3-9]|2[0-9]|3[0-3])$}}

#define S4 x = x * 3 + *v; x = x * 5 + *v; x = x * 7 + *v; x = x * 9 + *v;
#define S16 S4 S4 S4 S4
#define S64 S16 S16 S16 S16
#define S256 S64 S64 S64 S64
#define S1024 S256 S256 S256 S256

long sum(const int *a, long n, volatile long *v) {
  long s = 0, x = n;
#ifdef LARGE
  S1024 S256
#endif
  if (n > 60 || n < 1)
    return x;
  for (long i = 0; i < n; ++i)
    s += a[i] * (long)a[i];
  return s + x;
}

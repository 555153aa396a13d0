// Loops that the source says are hardly ever reached are not tuned: none of their
// candidates is compiled. A condition on the way alone says nothing, and neither
// does one that ends a loop in front of them.
// REQUIRES: clang, plugin
// DEFINE: %{tune} = kernel-opt tune --cpu=znver4 --trip-count=1000000 %s
// DEFINE: %{with} = %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3
// RUN: %{tune} -- %{with} | FileCheck %s
// CHECK: cold.c: 8 loops, 4 gain more than 5 %
// CHECK: unlikely not judged: the source says that it is seldom reached
// CHECK: unlikely_in_loop not judged: the source says that it is seldom reached
// CHECK: past_return not judged: the source says that it is seldom reached
// CHECK: then_fails not judged: the source says that it is seldom reached
// CHECK: sometimes 0.125 0.063 2.00x (1000000) {{.*}} interleave_count(8)
// Two loops share the bytes of a function.
// CHECK: after_likely {{.*}}x (1000000) +[[BYTES:[0-9]+]] {{[2-9]}} unroll_count
// CHECK: after_likely 0.125 0.063 2.00x (1000000) +[[BYTES]] {{1[0-9]}} interleave_count(8)
// CHECK: likely 0.125 0.063 2.00x (1000000) {{.*}} interleave_count(8)
// CHECK-NOT: marked

// What clang marks as cold it optimizes for size, which leaves it alone anyway;
// other compilers do not.
// RUN: %{with} -Xclang -disable-llvm-passes -emit-llvm -S %s -o - | sed -e 's/ optsize / /' > %t.ll
// RUN: %{with} -fpass-plugin=%plugin -mllvm -kernel-bounds-function=marked -mllvm -kernel-bounds-tune=suggest -mllvm -kernel-bounds-tune-record=%t.json -c %t.ll -o /dev/null
// RUN: FileCheck %s --check-prefix=MARKED --input-file=%t.json
// MARKED: "its function is marked cold"

// RUN: %{tune} --format=json --function=unlikely -- %{with} | FileCheck %s --check-prefix=NONE
// NONE-NOT: "candidates"

#define SUM                                                                    \
  for (long i = 0; i < n; ++i)                                                 \
    s += x[i] * x[i];

float unlikely(const float *x, long n, int flag) {
  float s = 0;
  if (__builtin_expect(flag != 0, 0))
    SUM
  return s;
}

float unlikely_in_loop(float *x, long n, long m, const int *flags) {
  float s = 0;
  for (long j = 0; j < m; ++j)
    if (__builtin_expect(flags[j] != 0, 0))
      SUM
  return s;
}

float past_return(const float *x, long n, int flag) {
  float s = 0;
  if (__builtin_expect(flag != 0, 1))
    return 1;
  SUM
  return s;
}

void fail(float) __attribute__((noreturn));
void then_fails(const float *x, long n, int flag) {
  float s = 0;
  if (flag) {
    SUM
    fail(s);
  }
}

__attribute__((cold)) float marked(const float *x, long n) {
  float s = 0;
  SUM
  return s;
}

float sometimes(const float *x, long n, int a, int b, int c, int d) {
  float s = 0;
  if (a > 1)
    if (b != 3)
      if (c == 7)
        if (d < 2)
          SUM
  return s;
}

float after_likely(const float *x, long n, const int *y) {
  float s = 0;
  long k = 0;
  while (__builtin_expect(y[k] != 7, 1))
    ++k;
  s = k;
  SUM
  return s;
}

float likely(const float *x, long n, int flag) {
  float s = 0;
  if (__builtin_expect(flag != 0, 1))
    SUM
  return s;
}

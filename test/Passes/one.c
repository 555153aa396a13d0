// One of a thing is not called several.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not="{{(^|[^0-9.])1 (port )?(cycle|instruction|micro-op|byte|taken branche)s[^0-9a-z]}}"
// CHECK: limited by one trip/cy: 1 taken branch [
void g(void);
void call(long n) {
  for (long i = 0; i < n; ++i)
    g();
}
// CHECK: balanced: latency, {{.*}}: chain of 1 (XOR64rm), 1 cycle [
long flip(const long *a, long n) {
  long s = 0;
#pragma clang loop vectorize(disable)
  for (long i = 0; i < n; ++i)
    s ^= a[i];
  return s;
}

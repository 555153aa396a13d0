// Callees are called as in the source, without arguments.
// RUN: %clang -x c++ --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -fno-caret-diagnostics -fpass-plugin=%plugin -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=_Z

namespace ns {
template <class T> struct Sink {
  static void take(T x);
};
void step(long &left);
} // namespace ns

void all(const double *a, long n) {
  // CHECK: incomplete: calls ns::Sink::take [-R
  // CHECK: what is not modeled: call of ns::Sink::take [-R
  for (long i = 0; i < n; ++i)
    ns::Sink<double>::take(a[i]);
}

long count(long n) {
  long left = 0;
  // CHECK: if the call of ns::step overwrites what {{.*}} incomplete: calls ns::step [-R
  // CHECK: expected unless the call of ns::step overwrites it
  for (long i = 0; i < n; ++i) {
    left += i;
    ns::step(left);
  }
  return left;
}

// A pointer in a variable is not called as the variable is.
void (*hook)(long);
void hooked(long n) {
  // CHECK: incomplete: calls a pointer [-R
  // CHECK: what is not modeled: call of a pointer [-R
  for (long i = 0; i < n; ++i)
    hook(i);
}

// Without -march LLVM has no tables of the core: once for a compilation a remark
// says whose they are.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %clang --target=x86_64-linux-gnu -O2 -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=skylake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAMED
// CHECK:     borrowed.c:[[#@LINE+8]]:3: remark: figures are those of sandybridge, whose tables LLVM takes for x86-64; -march, -mtune, -mcpu or -kernel-bounds-cpu names another core [-Rpass-analysis=kernel-bounds]
// CHECK-NOT: figures are those
// MISSED:    figures are those of sandybridge, {{.*}} [-Rpass-missed=kernel-bounds]
// NAMED:     loop takes
// NAMED-NOT: figures are those

double sum(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}
double product(const double *a, long n) {
  double s = 1;
  for (long i = 0; i < n; ++i)
    s *= a[i];
  return s;
}

// LLVM's viewer of optimization records shows the remarks.
// REQUIRES: opt-viewer
// RUN: rm -rf %t && mkdir %t
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=cascadelake -fpass-plugin=%plugin -fsave-optimization-record -foptimization-record-passes=kernel-bounds -foptimization-record-file=%t/r.yaml -c %s -o %t/x.o
// RUN: %opt_viewer %t/r.yaml -o %t/html > /dev/null
// RUN: FileCheck %s < %t/html/index.html
// CHECK: kernel-bounds

double sum(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}

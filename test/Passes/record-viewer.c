// LLVM's viewer of optimization records shows the remarks.
// REQUIRES: opt-viewer
// RUN: rm -rf %t && mkdir %t
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=cascadelake -fpass-plugin=%plugin -fsave-optimization-record -foptimization-record-passes=kernel-bounds -foptimization-record-file=%t/r.yaml -c %s -o %t/x.o
// RUN: %opt_viewer %t/r.yaml --source-dir %S/../.. -o %t/html > /dev/null
// RUN: FileCheck %s < %t/html/index.html
// RUN: cat %t/html/*record-viewer.c.html | FileCheck %s --check-prefix=TEXT
// CHECK: kernel-bounds
// TEXT: limited by latency: chain of {{.*}} cycles{{.*}} [Limit = latency; AllLimits = latency; Limits = 1;

double sum(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}

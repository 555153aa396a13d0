// Link-time optimization with ld.lld: the link generates the code.
// REQUIRES: lld
// RUN: rm -rf %t && mkdir %t
// RUN: %clang --target=x86_64-linux-gnu -O2 -flto -march=cascadelake -fno-unroll-loops -c %s -o %t/x.o
// RUN: ld.lld -mllvm -load=%plugin -mllvm -kernel-bounds-cpu=znver1 --opt-remarks-filename %t/r.yaml --opt-remarks-passes kernel-bounds -shared %t/x.o -o %t/x.so
// RUN: cat %t/r.yaml* | FileCheck %s
// Thin, with the options from the environment.
// RUN: %clang --target=x86_64-linux-gnu -O2 -flto=thin -march=cascadelake -fno-unroll-loops -c %s -o %t/y.o
// RUN: env KERNEL_BOUNDS_OPTIONS=cpu=znver1 ld.lld --load-pass-plugin=%plugin --opt-remarks-filename %t/t.yaml --opt-remarks-passes kernel-bounds -shared %t/y.o -o %t/y.so
// RUN: cat %t/t.yaml* | FileCheck %s
double sum(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}
// CHECK: Name: LoopBounds
// CHECK: LCD: '3.00'
// CHECK: CPU: znver1

// The same choice, and the same code byte for byte, however often and beside
// whatever else a file is compiled.
// REQUIRES: clang, lld, plugin, python
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{flags} = --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 -fPIC
// DEFINE: %{apply} = -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4 -mllvm -kernel-bounds-tune=apply

// Twice, and without tuning, which is other code.
// RUN: %clang %{flags} %{apply} -DMODULE=0 -c %s -o %t/first.o
// RUN: %clang %{flags} %{apply} -DMODULE=0 -c %s -o %t/second.o
// RUN: %clang %{flags} -DMODULE=0 -c %s -o %t/plain.o
// RUN: cmp %t/first.o %t/second.o
// RUN: not cmp %t/first.o %t/plain.o

// Two compilers at once with one folder of choices that does not exist yet; then
// one that finds it. Nothing but choices is left in the folder.
// RUN: %python %S/Inputs/at-once.py %t/a.o %t/b.o %clang %{flags} %{apply} -mllvm -kernel-bounds-tune-cache=%t/kept -DMODULE=0 -c %s -o %t/a.o
// RUN: cmp %t/first.o %t/a.o && cmp %t/first.o %t/b.o
// RUN: %clang %{flags} %{apply} -mllvm -kernel-bounds-tune-cache=%t/kept -DMODULE=0 -c %s -o %t/c.o
// RUN: cmp %t/first.o %t/c.o
// RUN: find %t/kept -name '*.json' | count 3
// RUN: find %t/kept -type f | count 3

// Thin link-time optimization generates the code of modules side by side; one
// after the other, it is the same.
// RUN: %clang %{flags} -flto=thin -DMODULE=0 -c %s -o %t/0.o
// RUN: %clang %{flags} -flto=thin -DMODULE=1 -c %s -o %t/1.o
// RUN: %clang %{flags} -flto=thin -DMODULE=2 -c %s -o %t/2.o
// RUN: %clang %{flags} -flto=thin -DMODULE=3 -c %s -o %t/3.o
// DEFINE: %{link} = ld.lld --load-pass-plugin=%plugin -shared %t/0.o %t/1.o %t/2.o %t/3.o
// RUN: env "KERNEL_BOUNDS_OPTIONS=cpu=znver4 tune=apply" %{link} --thinlto-jobs=1 --opt-remarks-filename %t/remarks --opt-remarks-passes kernel-bounds -o %t/one.so
// RUN: env "KERNEL_BOUNDS_OPTIONS=cpu=znver4 tune=apply" %{link} --thinlto-jobs=4 -o %t/four.so
// RUN: env "KERNEL_BOUNDS_OPTIONS=cpu=znver4 tune=apply tune-cache=%t/thin" %{link} --thinlto-jobs=4 -o %t/kept.so
// RUN: env "KERNEL_BOUNDS_OPTIONS=cpu=znver4 tune=apply tune-cache=%t/thin" %{link} --thinlto-jobs=4 -o %t/again.so
// RUN: cmp %t/one.so %t/four.so && cmp %t/one.so %t/kept.so && cmp %t/one.so %t/again.so
// RUN: cat %t/remarks* | grep -c 'Name: *Tuned' | FileCheck %s --check-prefix=TUNED
// TUNED: {{^([4-9]|1[0-9])$}}
// RUN: %{link} --thinlto-jobs=4 -o %t/plain.so
// RUN: not cmp %t/one.so %t/plain.so

#define PASTE(A, B) A##B
#define NAMED(A, B) PASTE(A, B)
#define NAME(A) NAMED(A, MODULE)

float NAME(sum)(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i] + MODULE;
  return s;
}

int NAME(most)(const int *x, const int *y, long n) {
  int s = 0;
  for (long i = 0; i < n; ++i)
    s = x[i] * y[i] + MODULE > s ? x[i] * y[i] + MODULE : s;
  return s;
}

void NAME(blur)(short *restrict to, const short *from, long n) {
  for (long i = 1; i < n; ++i)
    to[i] = (from[i - 1] + 2 * from[i] + from[i + 1] + MODULE) >> 2;
}

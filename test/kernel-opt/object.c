// An object gives the figures of the assembly it was made of, with the lines of
// its debug information.
// REQUIRES: clang
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -g -c %s -o %t.o
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -g -S %s -o %t.s
// RUN: kernel-opt --bounds-only --format=csv %t.o | cut -d, -f2,4-5,7- > %t.o.csv
// RUN: kernel-opt --bounds-only --format=csv %t.s | cut -d, -f2,4-5,7- > %t.s.csv
// RUN: cmp %t.o.csv %t.s.csv
// RUN: FileCheck %s --input-file=%t.o.csv
// RUN: kernel-opt --bounds-only %t.o | FileCheck %s --check-prefix=TEXT
// CHECK: sum,[[#@LINE+4]],
// TEXT: sum ({{.*}}object.c:[[#@LINE+3]], label 0x{{[0-9a-f]+}}): 4.00 cy/it
double sum(const double *a, long n, double s) {
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}
// TEXT: 0x{{[0-9a-f]+}}: addsd

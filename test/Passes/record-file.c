// The record that the plugin writes says of a loop what the remarks say, and
// can be merged with records of objects.
// REQUIRES: clang, plugin
// RUN: rm -rf %t && mkdir %t
// RUN: %clang --target=x86_64-linux-gnu -O2 -g -fno-unroll-loops -fno-vectorize -march=cascadelake -fpass-plugin=%plugin -mllvm -kernel-bounds-record=%t/a.kbrec -c %s -o %t/a.o -Rpass-analysis=kernel-bounds 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: record-file.c:[[#]]:{{.*}} loop takes 4.00 cy/it
// RUN: kernel-opt merge --format=gcc %t/a.kbrec | FileCheck %s
// CHECK: {{^}}{{.*}}record-file.c:[[#@LINE+12]]:1: note: sum: 4.00 cy/it{{.*}}, limited by latency
// CHECK-NEXT: note: sum: next: {{.*}} independent accumulators
// CHECK: note: halve: inlined: {{.*}}record-file.c:[[#@LINE+16]] in half
// The object is the same with and without the record.
// RUN: %clang --target=x86_64-linux-gnu -O2 -g -fno-unroll-loops -fno-vectorize -march=cascadelake -c %s -o %t/b.o
// RUN: cmp %t/a.o %t/b.o
// RUN: kernel-opt merge --format=json %t/a.kbrec | FileCheck %s --check-prefix=JSON
// JSON: "instructions":[{{.*}}"address":null,{{.*}}"text":"v{{add|fmadd}}
// A branch names its block, though the object has no name for it.
// JSON: "text":"j{{[a-z]+}} .LBB0_{{[0-9]+}}"
double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}

static inline void half(double *a, int n) {
  for (int i = 0; i < n; ++i)
    a[i] *= 0.5;
}
void halve(double *a, int n) { half(a, n); }

// The variable of the environment does the same; the path may have blanks.
// A source without a loop has a record, too.
// RUN: echo "int one(void) { return 1; }" > %t/one.c
// RUN: env KERNEL_BOUNDS_RECORD="%t/a b.kbrec" %clang -fpass-plugin=%plugin -c %t/one.c -o %t/one.o
// RUN: kernel-opt merge "%t/a b.kbrec" | FileCheck %s --check-prefix=NONE
// NONE: 0 loops
// RUN: %clang -fpass-plugin=%plugin -mllvm -kernel-bounds-record=/no/such/folder/a.kbrec -c %t/one.c -o %t/one.o 2>&1 | FileCheck %s --check-prefix=FAULT
// FAULT: warning: kernel-bounds: cannot write '/no/such/folder/a.kbrec': {{.*}}No such file or directory

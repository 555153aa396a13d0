// The sum of a row waits for one addition after the other; sums of several rows
// do not wait for each other. Short ones overlap: 4 cycles an addition are 3 on
// average. clang has a pragma for that, which it obeys behind
// the vectorizer and only if it is told to.
// REQUIRES: plugin, clang
// DEFINE: %{flags} = --target=x86_64-linux-gnu -O3 -march=x86-64-v3
// DEFINE: %{tune} = %clang %{flags} -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4
// RUN: rm -rf %t && mkdir %t
// RUN: %{tune} -mllvm -enable-unroll-and-jam -mllvm -kernel-bounds-tune=suggest -Rpass-missed=kernel-bounds -c %s -o %t/suggest.o 2>&1 | FileCheck %s --check-prefixes=PRAGMA
// RUN: %clang %{flags} -mllvm -enable-unroll-and-jam -c %s -o %t/plain.o
// RUN: cmp %t/suggest.o %t/plain.o

// Without that option the pragma would do nothing, and is not named.
// RUN: %{tune} -mllvm -kernel-bounds-tune=suggest -Rpass-missed=kernel-bounds -c %s -o %t/none.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: unroll_and_jam

// The pragma stands before the loop around; the code with it is the applied one.
// RUN: cp %s %t/a.c
// RUN: kernel-opt tune --diff --cpu=znver4 --function='^mv$' %t/a.c -- %clang %{flags} -mllvm -enable-unroll-and-jam | FileCheck %s --check-prefix=DIFF
// RUN: kernel-opt tune --quiet --apply --cpu=znver4 --function='^mv$' %t/a.c -- %clang %{flags} -mllvm -enable-unroll-and-jam
// RUN: %{tune} -mllvm -enable-unroll-and-jam -mllvm -kernel-bounds-function='^mv$' -mllvm -kernel-bounds-tune=apply -S %s -o - | grep -v '\.file' > %t/apply.s
// RUN: %clang %{flags} -mllvm -enable-unroll-and-jam -S %t/a.c -o - | grep -v '\.file' > %t/pragma.s
// RUN: cmp %t/apply.s %t/pragma.s
// DIFF: {{^}}+  #pragma unroll_and_jam(8)
// DIFF-NEXT: {{^}}   for (long i = 0;
// DIFF-NOT: {{^}}+

// kernel-opt names the place, too.
// RUN: kernel-opt tune --cpu=znver4 --function='^mv$' %s -- %clang %{flags} -mllvm -enable-unroll-and-jam | FileCheck %s --check-prefix=TABLE
// RUN: kernel-opt tune --cpu=znver4 --function='^mv$' --format=json %s -- %clang %{flags} -mllvm -enable-unroll-and-jam | FileCheck %s --check-prefix=JSON
// TABLE: mv {{.*}}#pragma unroll_and_jam(8) before unroll-and-jam.c:[[#]]:3
// JSON: "outer": {
// JSON: "column": 3,
// JSON-NEXT: "pragma": "#pragma unroll_and_jam(8)"
// JSON: "unroll_and_jam": 4

// Before the vectorizer it is a change that no pragma asks for. The inner loop
// becomes vectors then: with leave to reorder there are eight loads of the matrix
// and one of x for eight products, instead of two for each.
// RUN: %{tune} -ffast-math -mllvm -kernel-bounds-transform=unroll-and-jam -mllvm -kernel-bounds-tune=apply -Rpass=kernel-bounds -c %s -o %t/early.o 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: %{tune} -ffast-math -mllvm -enable-unroll-and-jam -mllvm -kernel-bounds-function='^mv$' -mllvm -kernel-bounds-tune=suggest -Rpass-missed=kernel-bounds -c %s -o %t/late.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty

void mv(double *restrict y, const double *restrict a, const double *restrict x,
        long n) {
  // EARLY: unroll-and-jam.c:[[#@LINE+4]]:5: remark: doing iterations of the loop around together (unroll-and-jam), 8 at a time, takes 0.{{[0-9]+}} instead of 0.{{[0-9]+}} cy/src-it
  for (long i = 0; i < n; ++i) {
    double s = 0;
    // PRAGMA: unroll-and-jam.c:[[#@LINE+1]]:5: remark: #pragma unroll_and_jam(8) before unroll-and-jam.c:[[#@LINE-2]]:3 would take 0.{{[0-9]+}} instead of 3.
    for (long k = 0; k < n; ++k)
      s += a[i * n + k] * x[k];
    y[i] = s;
  }
}

void mm(double *restrict c, const double *restrict a, const double *restrict b,
        long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double s = 0;
      // PRAGMA: unroll-and-jam.c:[[#@LINE+1]]:7: remark: #pragma unroll_and_jam([[#]]) before unroll-and-jam.c:[[#@LINE-2]]:5
      for (long k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

// What the user says of the loop around holds.
void kept(double *restrict y, const double *restrict a,
          const double *restrict x, long n) {
#pragma clang loop unroll(disable)
  for (long i = 0; i < n; ++i) {
    double s = 0;
    // PRAGMA-NOT: unroll-and-jam.c:[[#@LINE+2]]:5: remark: #pragma unroll_and_jam
    // EARLY-NOT: unroll-and-jam.c:[[#@LINE+1]]:5: remark: doing
    for (long k = 0; k < n; ++k)
      s += a[i * n + k] * x[k];
    y[i] = s;
  }
}

// The next iteration of the loop around needs what a later one of this has made.
void skewed(double *restrict a, long n) {
  for (long i = 0; i < 64; ++i)
    // PRAGMA-NOT: unroll-and-jam.c:[[#@LINE+1]]:5: remark: #pragma unroll_and_jam
    for (long k = 0; k < 64; ++k)
      a[(i + 1) * 80 + k] = a[i * 80 + k + 1] * 0.5;
}

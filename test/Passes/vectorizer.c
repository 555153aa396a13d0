// Why clang's vectorizer left a loop alone is said with the other remarks, whether
// or not the user asked for the vectorizer's own.
// DEFINE: %{base} = %clang --target=x86_64-linux-gnu -O3 -march=cascadelake -fno-unroll-loops -fno-caret-diagnostics -c %s
// RUN: %{base} -fpass-plugin=%plugin -Rpass-analysis=kernel-bounds -o %t.remarks.o 2> %t.remarks
// RUN: FileCheck %s < %t.remarks
// RUN: FileCheck %s --check-prefix=OTHERS < %t.remarks
// OTHERS-NOT: [-Rpass-analysis=loop-vectorize]

// The code is that without the plugin, and so are all remarks of others: none is
// added, none is lost. This holds for records, too.
// RUN: %{base} -o %t.plain.o 2>/dev/null && cmp %t.remarks.o %t.plain.o
// RUN: %{base} -Rpass=.* -Rpass-missed=.* -Rpass-analysis=.* -o %t.plain.o 2> %t.plain
// RUN: %{base} -Rpass=.* -Rpass-missed=.* -Rpass-analysis=.* -fpass-plugin=%plugin -o %t.remarks.o 2> %t.all
// RUN: grep -c 'Rpass-analysis=loop-vectorize' %t.plain
// RUN: grep -v 'kernel-bounds\]$' %t.all | cmp - %t.plain && cmp %t.remarks.o %t.plain.o
// RUN: %{base} -o %t.plain.o -fsave-optimization-record -foptimization-record-file=%t.plain.yaml -foptimization-record-passes=loop-vectorize 2> %t.plain
// RUN: %{base} -o %t.remarks.o -fsave-optimization-record -foptimization-record-file=%t.all.yaml -foptimization-record-passes=loop-vectorize -Rpass-analysis=kernel-bounds -fpass-plugin=%plugin 2> %t.remarks
// RUN: cmp %t.plain.yaml %t.all.yaml && cmp %t.plain.o %t.remarks.o && FileCheck %s < %t.remarks

// Link-time optimization, llc and missed remarks alone do without.
// RUN: %{base} -fpass-plugin=%plugin -Rpass-missed=kernel-bounds -o %t.remarks.o 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %{base} -g1 -S -emit-llvm -o %t.ll 2>/dev/null && llc --load-pass-plugin=%plugin -pass-remarks-analysis=kernel-bounds %t.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// NONE-NOT: not vectorized: cannot

// A record has the reason as an argument of its own.
// RUN: %{base} -o %t.remarks.o -fsave-optimization-record -foptimization-record-file=%t.yaml -foptimization-record-passes=kernel-bounds -fpass-plugin=%plugin 2>/dev/null
// RUN: FileCheck %s --check-prefix=RECORD < %t.yaml
// RECORD:      Name: NotVectorized
// RECORD-NEXT: DebugLoc:
// RECORD-NEXT: Function: dot
// RECORD-NEXT: Args:
// RECORD-NEXT:   - String: 'not vectorized: '
// RECORD-NEXT:   - Reason: cannot prove it is safe to reorder floating-point operations
// RECORD-NEXT: ...

// REQUIRES: plugin, clang

double dot(const double *x, const double *y, long n) {
  double s = 0;
// CHECK:     vectorizer.c:[[#@LINE+2]]:3: remark: loop takes
// CHECK:     vectorizer.c:[[#@LINE+1]]:3: remark: not vectorized: cannot prove it is safe to reorder floating-point operations [-Rpass-analysis=kernel-bounds]
  for (long i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

// What the vectorizer says of one loop in several sentences is cut to the first;
// the place is the loop's, not the access's.
void chain(double *x, long n) {
// CHECK:     vectorizer.c:[[#@LINE+1]]:3: remark: not vectorized: unsafe dependent memory operations in loop [-Rpass-analysis=kernel-bounds]
  for (long i = 1; i < n; i++)
    x[i] = x[i - 1] * 3 + x[i];
}

// clang shows this reason itself, since the pragma asks for vectors.
void asked(double *x, long n) {
// CHECK:     vectorizer.c:[[#@LINE+2]]:3: remark: not vectorized: unsafe dependent memory operations in loop [-Rpass-analysis=kernel-bounds]
#pragma clang loop vectorize(enable)
  for (long i = 1; i < n; i++)
    x[i] = x[i - 1] * 3 + x[i];
}

// Of a loop that was vectorized, and of its remainder, there is nothing to say.
void add(double *restrict x, const double *restrict y, long n) {
// CHECK:     vectorizer.c:[[#@LINE+3]]:3: remark: loop takes {{.*}} (vector body)
// CHECK:     vectorizer.c:[[#@LINE+2]]:3: remark: loop takes {{.*}} (remainder)
// CHECK-NOT: not vectorized
  for (long i = 0; i < n; i++)
    x[i] += y[i];
}

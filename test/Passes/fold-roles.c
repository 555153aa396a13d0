// Copies of one loop of the source are labelled by what they are for.
// DEFINE: %{base} = %clang --target=x86_64-linux-gnu -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null
// RUN: %{base} -O2 2>&1 | FileCheck %s
// RUN: %{base} -O2 -g 2>&1 | FileCheck %s

// The remainder of a vectorized loop does one iteration of the source.
void vectorized(float *restrict a, const float *restrict b, long n) {
// CHECK:      fold-roles.c:[[#@LINE+3]]:3: remark: loop takes {{.*}} (vector body) [-R
// CHECK:      fold-roles.c:[[#@LINE+2]]:3: remark: loop takes {{.*}} (remainder) [-R
// CHECK-NEXT: fold-roles.c:[[#@LINE+1]]:3: remark: {{.*}} (remainder) [-R
  for (long i = 0; i < n; ++i)
    a[i] += b[i];
}

// A loop that is unrolled but not vectorized.
double unrolled(const double *a, long n) {
  double s = 0;
// CHECK-DAG: fold-roles.c:[[#@LINE+3]]:3: remark: loop takes {{.*}} (unrolled body) [-R
// CHECK-DAG: fold-roles.c:[[#@LINE+2]]:3: remark: loop takes {{.*}} (remainder) [-R
#pragma clang loop unroll_count(4)
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}

// Copies of the inner loop that do the same are no body and remainder.
void twice(double *restrict s, const double *restrict a, long n, long m) {
#pragma clang loop unroll_count(2)
  for (long j = 0; j < 2 * m; ++j) {
    double t = 0;
// CHECK: fold-roles.c:[[#@LINE+2]]:5: remark: loop takes 4.00 {{.*}} (4 instructions, cascadelake) (3 copies in twice) [-R
#pragma clang loop unroll(disable) vectorize(disable)
    for (long i = 0; i < n; ++i)
      t += a[i];
    s[j] = t;
  }
}

// A whole loop has no label.
double whole(const double *a, long n) {
  double s = 0;
// CHECK: fold-roles.c:[[#@LINE+2]]:3: remark: loop takes {{.*}} (4 instructions, cascadelake) [-R
#pragma clang loop unroll(disable)
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}
// CHECK-NOT: loop takes

// Copies of one loop of the source of which the same is to be said share one
// remark: it counts them and names functions. No loop is lost: with and without
// folding, the same number of loops is in the remarks.
// DEFINE: %{base} = %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -c %s -o /dev/null
// RUN: %{base} -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds 2>&1 | FileCheck %s
// RUN: %{base} -Rpass-missed=kernel-bounds 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: %{base} -Rpass-analysis=kernel-bounds -mllvm -kernel-bounds-fold=0 2>&1 | FileCheck %s --check-prefix=EACH
// RUN: env KERNEL_BOUNDS_OPTIONS=fold=0 %{base} -Rpass-analysis=kernel-bounds 2>&1 | FileCheck %s --check-prefix=EACH

// The record has the same, each time.
// DEFINE: %{record} = -fsave-optimization-record -foptimization-record-passes=kernel-bounds
// RUN: %{base} %{record} -foptimization-record-file=%t.1.yaml
// RUN: %{base} %{record} -foptimization-record-file=%t.2.yaml
// RUN: diff %t.1.yaml %t.2.yaml
// RUN: %python %S/../tools/record_texts.py %t.1.yaml | FileCheck %s --check-prefix=TEXT
// RUN: llvm-remarkutil count --parser=yaml --count-by=arg --args=Copies --remark-name=LoopBounds %t.1.yaml --group-by=function | FileCheck %s --check-prefix=COPIES

static inline __attribute__((always_inline)) double sum(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}
double first(const double *a, long n) { return sum(a, n); }
double second(const double *a, long n) { return sum(a, n) + sum(a + n, n); }
double third(const double *a, long n) { return sum(a, n) + 2; }
double alone(const double *a, long n) {
  double s = 1;
  for (long i = 0; i < n; ++i)
    s *= a[i];
  return s;
}
static inline __attribute__((always_inline)) void scale(double *a, long n) {
  for (long i = 0; i < n; ++i)
    a[i] /= 3;
}
void once(double *restrict a) { scale(a, 2048); }

// CHECK:      fold.c:[[#SUM:]]:3: remark: loop takes 4.00 {{.*}} (4 instructions, cascadelake) (4 copies in first, second and 1 more) [-R
// CHECK-NEXT: fold.c:[[#SUM]]:3: remark: limited by latency: chain of 1 (VADDSDrm), 4 cycles (4 copies) [-R
// CHECK-NEXT: fold.c:[[#SUM]]:3: remark: 0.25 flop/cy, 0.8 % of the core's peak of 32 (fp64) (4 copies) [-R
// CHECK-NEXT: fold.c:[[#SUM]]:3: remark: not vectorized: cannot prove it is safe to reorder floating-point operations (4 copies) [-R
// CHECK-NEXT: fold.c:[[#SUM]]:3: remark: 8 independent accumulators {{.*}} cy/it (4 copies) [-R
// CHECK-NEXT: fold.c:[[#SUM+9]]:3: remark: loop takes 4.00 {{.*}} (4 instructions, cascadelake) [-R
// CHECK-NEXT: fold.c:[[#SUM+9]]:3: remark: limited by latency: chain of 1 (VMULSDrm), 4 cycles [-R
// CHECK-NEXT: fold.c:[[#SUM+9]]:3: remark: 0.25 flop/cy, {{.*}} [-R
// CHECK-NEXT: fold.c:[[#SUM+9]]:3: remark: not vectorized: {{.*}} [-R
// CHECK-NEXT: fold.c:[[#SUM+9]]:3: remark: 8 independent accumulators {{.*}} cy/it [-R
// CHECK-NEXT: fold.c:[[#SUM+14]]:3: remark: loop takes {{.*}}, cascadelake) (vector body; inlined into once) [-R
// CHECK-NEXT: fold.c:[[#SUM+14]]:3: remark: limited by {{.*}} (vector body) [-R

// Where bounds are not shown, each remark has the functions.
// MISSED:     8 independent accumulators {{.*}} cy/it (4 copies in first, second and 1 more) [-R

// EACH-COUNT-4: fold.c:[[#]]:3: remark: loop takes 4.00 {{.*}} (4 instructions, cascadelake) (inlined into {{first|second|third}}) [-R
// EACH-NOT: copies

// TEXT: LoopBounds: loop takes 4.00 {{.*}} (4 instructions, cascadelake) (4 copies in first, second and 1 more) [
// COPIES: first,4

// Whether to check before a loop that its data do not overlap, chosen by the model. Through memory, what an iteration
// leaves in the state takes longer to come to the next one than the operations take.
// REQUIRES: plugin
// DEFINE: %{tune} = %clang --target=x86_64-linux-gnu -O3 -march=x86-64-v3 -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4
// DEFINE: %{check} = -mllvm -kernel-bounds-transform=check-overlap
// RUN: %{tune} %{check} -mllvm -kernel-bounds-tune=suggest -Rpass-missed=kernel-bounds -c %s -o %t.suggest.o 2>&1 | FileCheck %s --check-prefixes=CHECK,WOULD
// RUN: %{tune} %{check} -mllvm -kernel-bounds-tune=apply -Rpass=kernel-bounds -c %s -o %t.apply.o 2>&1 | FileCheck %s --check-prefixes=CHECK,TAKES

// RUN: %{tune} -mllvm -kernel-bounds-transform=all -mllvm -kernel-bounds-tune=suggest -Rpass-missed=kernel-bounds -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ALL

// It is off unless it is asked for, suggesting changes nothing, and what is made is the same each time.
// RUN: %{tune} -mllvm -kernel-bounds-tune=suggest -Rpass-missed=kernel-bounds -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OFF --allow-empty
// RUN: %clang --target=x86_64-linux-gnu -O3 -march=x86-64-v3 -c %s -o %t.plain.o
// RUN: cmp %t.suggest.o %t.plain.o
// RUN: not cmp -s %t.apply.o %t.plain.o
// RUN: %{tune} %{check} -mllvm -kernel-bounds-tune=apply -c %s -o %t.again.o
// RUN: cmp %t.apply.o %t.again.o
// OFF-NOT: (check-overlap)

// Nobody would change the copy for data that overlap for its own sake.
// RUN: %{tune} %{check} -mllvm -kernel-bounds-tune=apply -Rpass-analysis=kernel-bounds -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ROLES

// For few iterations the comparisons may take more than they bring.
// RUN: %{tune} %{check} -mllvm -kernel-bounds-tune=suggest -mllvm -kernel-bounds-tune-trip-count=4 -Rpass-missed=kernel-bounds -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=SHORT

// In the code there is the loop as it was as well, once for data that overlap: with its loads and stores of the state.
// RUN: %{tune} %{check} -mllvm -kernel-bounds-tune=apply -fno-discard-value-names -emit-llvm -S %s -o - | FileCheck %s --check-prefix=CODE
// CODE-LABEL: define {{.*}} @filter(
// CODE: br i1 %{{.*}}, label %{{.*}}lver.orig{{.*}}, label %{{.*}}, !prof
// CODE: lver.orig:
// CODE: store double
// CODE: store double

void filter(double *s, double *y, const double *x, const double *c, long n) {
  // CHECK: check-overlap.c:[[#@LINE+5]]:3: remark: checking before the loop that its data do not overlap (check-overlap)
  // WOULD-SAME: would take 1{{[0-9]}}.{{[0-9]+}} instead of 2{{[0-9]}}.{{[0-9]+}} cy/src-it (1.{{[0-9]+}} times as fast
  // TAKES-SAME: takes 1{{[0-9]}}.{{[0-9]+}} instead of 2{{[0-9]}}.{{[0-9]+}} cy/src-it (1.{{[0-9]+}} times as fast
  // ROLES-DAG: check-overlap.c:[[#@LINE+2]]:3: remark: loop takes {{.*}} (fallback)
  // ROLES-DAG: check-overlap.c:[[#@LINE+1]]:3: remark: loop takes 14.00 cy/it expected: {{.*}} instructions, znver4) [
  for (long i = 0; i < n; ++i) {
    const double v = c[0] * x[i] + s[0];
    s[0] = c[1] * x[i] - c[3] * v + s[1];
    s[1] = c[2] * x[i] - c[4] * v;
    y[i] = v;
  }
}

// Where the elements are does not keep the factor from being loaded once. That pays from some number of iterations on.
void gather(float *y, const float *x, const int *at, const float *q, long n) {
  // SHORT-NOT: check-overlap.c:[[#@LINE+2]]:3: {{.*}}(check-overlap)
  // CHECK: check-overlap.c:[[#@LINE+1]]:3: remark: checking before the loop that its data do not overlap (check-overlap) with {{.*}} times as fast from {{[1-9][0-9]*}} iterations on)
  for (long i = 0; i < n; ++i)
    y[i] = x[at[i]] * *q;
}

// Either store may change the other sum. What is left of them is a chain of additions.
void two_sums(float *s, float *most, const float *a, long n) {
  // SHORT: check-overlap.c:[[#@LINE+2]]:3: {{.*}}(check-overlap)
  // CHECK: check-overlap.c:[[#@LINE+1]]:3: remark: checking before the loop that its data do not overlap (check-overlap) {{.*}} 3.{{[0-9]+}} instead of 12.{{[0-9]+}} cy/src-it
  for (long i = 0; i < n; ++i) {
    *s += a[i];
    *most = a[i] > *most ? a[i] : *most;
  }
}

// Its user has said how it is to be compiled.
// CHECK-NOT: check-overlap.c:[[#@LINE+3]]:{{.*}}(check-overlap)
void users(double *s, double *y, const double *x, const double *c, long n) {
#pragma clang loop unroll(disable)
  for (long i = 0; i < n; ++i) {
    const double v = c[0] * x[i] + s[0];
    s[0] = c[1] * x[i] - c[3] * v + s[1];
    y[i] = v;
  }
}

// The vectorizer checks the same on its own.
void vectorized(float *y, const float *x, const float *q, long n) {
  // CHECK-NOT: check-overlap.c:[[#@LINE+1]]{{.*}}(check-overlap)
  for (long i = 0; i < n; ++i)
    y[i] = x[i] * *q;
}

// The comparisons count as well where there is another loop.
void gather_twice(float *y, const float *x, const int *at, const float *q, long n) {
  // SHORT-NOT: check-overlap.c:[[#@LINE+2]]:3: {{.*}}(check-overlap)
  // CHECK: check-overlap.c:[[#@LINE+1]]:3: remark: checking before the loop that its data do not overlap (check-overlap) with {{.*}} times as fast
  for (long i = 0; i < n; ++i)
    y[i] = x[at[i]] * *q;
  // SHORT-NOT: check-overlap.c:[[#@LINE+2]]:3: {{.*}}(check-overlap)
  // CHECK: check-overlap.c:[[#@LINE+1]]:3: remark: checking before the loop that its data do not overlap (check-overlap){{.*}} times as fast from {{[1-9][0-9]*}} iterations on)
  for (long i = 0; i < n; ++i)
    y[i] += x[at[i]] * *q;
}

// Only in a register is the product one that can be split.
void product(unsigned *p, const unsigned *x, unsigned *r, long n) {
  // ALL: check-overlap.c:[[#@LINE+1]]:3: remark: splitting reductions into one for each copy and checking before the loop that its data do not overlap (split-reductions,check-overlap) with {{.*}}unroll_count(
  for (long i = 0; i < n; ++i) {
    *p *= x[i] | 1;
    r[i + 1] = r[i] ^ x[i];
  }
}

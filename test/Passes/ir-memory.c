// Distances between pointers in several registers, which IR gives directly and
// assembly through the code before the loop; and pairs that cannot meet, which
// only the compiler knows. 13 cycles around: store to load 5, vmulsd 4, vaddsd 4.
// The distances also without IR context.
// DEFINE: %{flags} = --target=x86_64-linux-gnu -O2 -march=cascadelake -fno-unroll-loops -fno-vectorize -ffp-contract=off -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds
// RUN: %clang %{flags} -fpass-plugin=%plugin -c %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %clang %{flags} -fpass-plugin=%plugin -mllvm -kernel-bounds-ir-context=0 -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ASM

// A step that is known at run time only, and a distance of two of it.
void strided(double *a, long s, long n) {
  // CHECK: :[[#@LINE+3]]:3: remark: loop takes 6.50 cy/it expected: TP 1.25, LCD 6.50
  // CHECK: is read 2 iterations later
  // ASM: :[[#@LINE+1]]:3: remark: loop takes 6.50 cy/it expected
  for (long i = 2; i < n; ++i)
    a[i * s] = a[(i - 2) * s] * 0.5 + 1;
}

// Down a column of a matrix whose rows have a length known at run time.
void column(long n, long m, double a[n][m], long j) {
  // CHECK: :[[#@LINE+3]]:3: remark: loop takes 4.33 cy/it expected: TP 1.25, LCD 4.33
  // CHECK: is read 3 iterations later
  // ASM: :[[#@LINE+1]]:3: remark: loop takes 4.33 cy/it expected
  for (long i = 3; i < n; ++i)
    a[i][j] = a[i - 3][j] * 0.5 + 1;
}

// p and p + n with a constant n that does not fit into an address.
void shifted(double *p, long n) {
  volatile double *q = p + 100000000000;
  volatile double *r = p + 99999999999;
  // CHECK: :[[#@LINE+3]]:3: remark: loop takes 13.00 cy/it expected: TP 1.50, LCD 13.00
  // CHECK: is read 1 iteration later
  // ASM: :[[#@LINE+1]]:3: remark: loop takes 13.00 cy/it expected
  for (long i = 0; i < n; ++i)
    q[i] = r[i] * 0.5 + 1;
}

// Different objects, by restrict, by the types, by being different globals, by
// a noalias scope of an inlined function: no remark of a possible dependence.
void separate(volatile double *restrict a, volatile double *b, long n) {
  // CHECK: :[[#@LINE+3]]:3: remark: loop takes 1.50 cy/it
  // CHECK-NOT: cy/it if
  // CHECK: limited by issue width
  for (long i = 1; i < n; ++i)
    a[i] = b[i - 1] * 0.5 + 1;
}
void types(float *a, volatile int *b, long n) {
  // CHECK: :[[#@LINE+3]]:3: remark: loop takes
  // CHECK-NOT: cy/it if
  // CHECK: limited by
  for (long i = 1; i < n; ++i)
    a[i] = b[i - 1];
}
double g[1000], h[1000];
void globals(long n, long d) {
  volatile double *p = g + d;
  // CHECK: :[[#@LINE+3]]:3: remark: loop takes
  // CHECK-NOT: cy/it if
  // CHECK: limited by
  for (long i = 1; i < n; ++i)
    p[i] = *(volatile double *)&h[i - 1] * 0.5 + 1;
}
static inline void scale(double *restrict a, const double *restrict b, long n) {
  for (long i = 1; i < n; ++i)
    // CHECK: :[[#@LINE-1]]:3: remark: loop takes
    // CHECK-NOT: cy/it if
    // CHECK: limited by
    a[i] = b[i - 1] * 0.5 + 1;
}
struct rows { double *a, *b; };
void scopes(struct rows *r, long n) { scale(r->a, r->b, n); }

// A restrict that begins anew in each iteration says nothing of the next one.
static inline void one(double *restrict a, const double *restrict b) {
  *a = *b * 0.5 + 1;
}
void scope_in_loop(double *a, double *b, long n) {
  // CHECK: :[[#@LINE+3]]:3: remark: loop takes 1.50 cy/it
  // CHECK: remark: at most 13.00 cy/it if line
  // CHECK-SAME: 'restrict' on either settles it
  for (long i = 1; i < n; ++i)
    one(a + i, b + i - 1);
}
// CHECK-NOT: cy/it if

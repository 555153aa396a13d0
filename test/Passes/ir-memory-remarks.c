// What a pair would cost that may meet, and what would rule it out: with the
// change the remark is gone. Without debug information arguments have numbers.
// DEFINE: %{flags} = --target=x86_64-linux-gnu -O2 -march=cascadelake -fno-unroll-loops -fno-vectorize -ffp-contract=off -fno-caret-diagnostics -fno-strict-aliasing -Rpass-missed=kernel-bounds
// RUN: %clang %{flags} -g -fpass-plugin=%plugin -c %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %clang %{flags} -fpass-plugin=%plugin -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONAMES
// RUN: %clang %{flags} -g -fpass-plugin=%plugin -DRESTRICT=restrict -fstrict-aliasing -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=FIXED
// RUN: %clang %{flags} -g -fpass-plugin=%plugin -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAMES

// One line of moderate length, also where lines have four digits.
// RUN: %clang %{flags} -g -DFAR -fpass-plugin=%plugin -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=LENGTH
// LENGTH-NOT: {{remark: .{121,} \[-Rpass}}
// LENGTH: remark: at most 13.00 cy/it if line 12{{[0-9][0-9]}}'s store to 'a' meets line 12{{[0-9][0-9]}}'s load of 'b': 'restrict' on either settles it [-Rpass
// LENGTH-NOT: {{remark: .{121,} \[-Rpass}}
#ifdef FAR
#line 1201
#endif
#ifndef RESTRICT
#define RESTRICT
#endif

// FIXED-NOT: {{'a'|'b'|'f'}}
// NONAMES: [[#@LINE+4]]:3: remark: at most 13.00 cy/it if line [[#@LINE+5]]'s store to argument 1 meets line [[#@LINE+5]]'s load of argument 2: 'restrict' on either settles it
void arguments(volatile double *RESTRICT a, volatile double *b, long n) {
  // CHECK: [[#@LINE+2]]:3: remark: at most 13.00 cy/it if line [[#@LINE+3]]'s store to 'a' meets line [[#@LINE+3]]'s load of 'b': 'restrict' on either settles it
  // CHECK-NOT: or -f
  for (long i = 1; i < n; ++i)
    a[i] = b[i - 1] * 0.5 + 1;
}

struct pair { float *f; int *i; };
void by_type(struct pair *p, long n) {
  float *f = p->f;
  int *i = p->i;
  // CHECK: of 'i': -fstrict-aliasing settles it
  for (long k = 1; k < n; ++k)
    f[k] = i[k - 1];
}

// No declaration helps: the keys decide.
// FIXED: remark: at most 5.00 cy/it {{.*}}to 'h' meets {{.*}}of 'h': the index decides
void histogram(int *restrict h, const int *restrict k, long n) {
  // CHECK: remark: at most 5.00 cy/it {{.*}}to 'h' meets {{.*}}of 'h': the index decides
  for (long i = 0; i < n; ++i)
    h[k[i]]++;
}

// One array, at a distance that an argument gives.
void distance(double *p, long n, long d) {
  // CHECK: to 'p' meets {{.*}}of 'p': a run-time distance decides
  for (long i = 0; i < n; ++i)
    p[i + d] = p[i] * 0.5 + 1;
}

// Arrays have their names in the remarks of what must be, too.
double table[100];
void named(void) {
  // NAMES: remark: the store of line [[#@LINE+2]] to 'table' is read 2 iterations later by the load of line [[#@LINE+2]]: 8 bytes, forwarded in 5 cycles
  for (long i = 2; i < 100; ++i)
    ((volatile double *)table)[i] = ((volatile double *)table)[i - 2] * 0.5;
}

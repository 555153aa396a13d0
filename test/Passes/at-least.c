// What overlaps might change is named only if it changes what the loop takes.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=sapphirerapids -DTWO_SPEEDS -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SPEEDS

struct list {
  long *at, n;
};
// CHECK: at-least.c:[[#@LINE+2]]:3: remark: loop takes 5.00 cy/it expected: {{.*}}, at least
void append(struct list *l, const long *a, long n) {
  for (long i = 0; i < n; ++i)
    l->at[l->n++] = a[i];
}

// The stores take longer than the chain through l->n.
// CHECK: at-least.c:[[#@LINE+2]]:3: remark: loop takes 10.00 cy/it expected: TP 10.00, LCD 5.00, CP 7.00 ({{[0-9]+}} instructions, cascadelake) [-R
void appendAndShow(struct list *l, const long *a, long n, volatile long *out) {
  for (long i = 0; i < n; ++i) {
    l->at[l->n++] = a[i];
    out[0] = out[1] = out[2] = out[3] = out[4] = out[5] = out[6] = out[7] = i;
  }
}

#ifdef TWO_SPEEDS
// Forwarding that may take less than is expected.
// SPEEDS: at-least.c:[[#@LINE+2]]:3: remark: loop takes 7.00 cy/it expected: {{.*}}, at least 6.00 if line [[#@LINE+3]]'s load gets what line [[#@LINE+3]]'s store wrote in 5 cycles, not in 6 [-R
void count(volatile long *n, const long *x, long size) {
  for (long i = 0; i < size; ++i)
    *n += x[i];
}
#endif

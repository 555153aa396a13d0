// What no pragma asks for, chosen by the model. Three iterations ago this loop stored what
// it loads; passing it on through memory takes longer than the two operations do. The
// vectorizer does not do vectors of 2 here, as loads of those would meet two stores.
// REQUIRES: plugin
// DEFINE: %{tune} = %clang --target=x86_64-linux-gnu -O3 -march=x86-64-v3 -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4
// RUN: %{tune} -mllvm -kernel-bounds-tune=suggest -mllvm -kernel-bounds-transform=all -Rpass-missed=kernel-bounds -c %s -o %t.suggest.o 2>&1 | FileCheck %s --check-prefixes=STRICT,WOULD
// RUN: %{tune} -mllvm -kernel-bounds-tune=apply -mllvm -kernel-bounds-transform=keep-values,split-reductions -Rpass=kernel-bounds -c %s -o %t.apply.o 2>&1 | FileCheck %s --check-prefixes=STRICT,TAKES
// RUN: %{tune} -ffast-math -mllvm -kernel-bounds-tune=apply -mllvm -kernel-bounds-transform=split-reductions -Rpass=kernel-bounds -c %s -o %t.fast.o 2>&1 | FileCheck %s --check-prefix=FAST

// kernel-opt names the change, and writes no pragma for it.
// RUN: kernel-opt tune --diff --function='^until$' --cpu=znver4 %s -- %clang --target=x86_64-linux-gnu -O3 -march=x86-64-v3 -mllvm -kernel-bounds-transform=all 2>&1 | FileCheck %s --check-prefix=NOTE
// NOTE: note: {{.*}}transforms.c:[[#]]: no pragma is written for this loop: none asks for splitting reductions into one for each copy

// Suggesting changes nothing, and neither does the option without tuning.
// RUN: %clang --target=x86_64-linux-gnu -O3 -march=x86-64-v3 -c %s -o %t.plain.o
// RUN: cmp %t.suggest.o %t.plain.o
// RUN: %{tune} -mllvm -kernel-bounds-transform=all -c %s -o %t.off.o
// RUN: cmp %t.off.o %t.plain.o
// RUN: not cmp %t.apply.o %t.plain.o
// RUN: %{tune} -mllvm -kernel-bounds-tune=suggest -mllvm -kernel-bounds-transform=keep -c %s -o %t.suggest.o 2>&1 | FileCheck %s --check-prefix=FAULT
// RUN: env KERNEL_BOUNDS_OPTIONS="tune=apply transform=keep-values,split-reductions" %{tune} -Rpass=kernel-bounds -c %s -o %t.environment.o 2>&1 | FileCheck %s --check-prefixes=STRICT,TAKES
// RUN: cmp %t.environment.o %t.apply.o
// FAULT: warning: kernel-bounds: -kernel-bounds-transform: 'keep' is not a list of keep-values,split-reductions,invert-divisors,unroll-and-jam,check-overlap,all

void filter(float *a, float q, long n) {
  // STRICT: transforms.c:[[#@LINE+3]]:3: remark: keeping values in registers for later iterations (keep-values) with #pragma clang loop {{.*}}unroll
  // WOULD-SAME: would take 1.{{[0-9]+}} instead of 2.{{[0-9]+}} cy/src-it
  // TAKES-SAME: takes 1.{{[0-9]+}} instead of 2.{{[0-9]+}} cy/src-it
  for (long i = 0; i < n; ++i)
    a[i + 3] = a[i] * q + 1;
}

// With leave to change the order of additions, and only then, a sum by fma is split.
double sum(const double *x, const double *y, long n) {
  double s = 0;
  // FAST: transforms.c:[[#@LINE+1]]:3: remark: splitting reductions into one for each copy (split-reductions) with #pragma clang loop {{.*}}unroll_count({{[48]}}) takes 1.
  for (long i = 0; i < n; ++i)
    s = __builtin_fma(x[i], y[i], s);
  return s;
}

// The recurrence keeps the loop from being vectorized, and the product from being split.
// Integers have no order.
unsigned mixed(unsigned *a, const unsigned *x, long n) {
  unsigned s = 1;
  // STRICT: transforms.c:[[#@LINE+1]]:3: remark: splitting reductions
  for (long i = 0; i < n; ++i) {
    a[i + 1] = a[i] ^ x[i];
    s *= x[i];
  }
  return s;
}

// Data decide how many iterations there are.
unsigned until(const unsigned *x) {
  unsigned s = 1;
  // STRICT: transforms.c:[[#@LINE+1]]:3: remark: splitting reductions
  for (long i = 0; x[i] != 0; ++i)
    s *= x[i];
  return s;
}

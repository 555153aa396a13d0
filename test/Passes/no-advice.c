// What a change would give is known only if the whole loop is modelled: a loop
// with a call, or with inline assembly that is not modelled, gets no advice.
// Without these it does.
// DEFINE: %{compile} = %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -ffast-math -fno-vectorize -fpass-plugin=%plugin -Rpass-missed=kernel-bounds -c %s -o /dev/null
// RUN: %{compile} 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: %{compile} -DEXTRA='__asm__ volatile("cpuid" ::: "eax", "ebx", "ecx", "edx")' 2>&1 | FileCheck %s --check-prefix=PART
// RUN: %{compile} -DEXTRA='__asm__ volatile("pause")' 2>&1 | FileCheck %s --check-prefix=PART
// RUN: %{compile} -DEXTRA='__asm__ volatile("1: nop")' 2>&1 | FileCheck %s --check-prefix=PART
// RUN: %{compile} -DEXTRA='__asm__ volatile("nop")' 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: %{compile} -DEXTRA='__asm__ volatile("")' 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: %{compile} -DEXTRA='g()' 2>&1 | FileCheck %s --check-prefix=PART
// WHOLE: independent accumulators
// PART-NOT: would give
// PART: bounds leave out what is not modeled: {{call of g|cpuid|pause|inline assembly}}
// PART-NOT: would give
#ifndef EXTRA
#define EXTRA (void)0
#endif
__attribute__((preserve_all)) void g(void);
double f(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i) {
    s += a[i];
    EXTRA;
  }
  return s;
}

// Advice that gains 5 % or less is given on request only.
// DEFINE: %{base} = %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-missed=kernel-bounds -c %s -o /dev/null
// RUN: %{base} 2>&1 | FileCheck %s --check-prefix=FIVE --allow-empty
// RUN: %{base} -mllvm -kernel-bounds-min-gain=1 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: env KERNEL_BOUNDS_OPTIONS=min-gain=1 %{base} 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: env KERNEL_BOUNDS_OPTIONS=min-gain=few %{base} 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -S %s -o %t.s
// RUN: kernel-opt --cpu=cascadelake %t.s | FileCheck %s --check-prefix=FIVE
// RUN: kernel-opt --cpu=cascadelake --min-gain=1 %t.s | FileCheck %s --check-prefix=ONE
// RUN: kernel-opt --cpu=cascadelake --min-gain=0 %t.s | FileCheck %s --check-prefix=ONE
// RUN: not kernel-opt --min-gain=-1 %t.s 2>&1 | FileCheck %s --check-prefix=TOOL
// FIVE-NOT: would give
// ONE: unrolling by 2 would give
// BAD: unknown option 'min-gain=few'
// TOOL: error: expected a number of percent from 0 to 1000 for '--min-gain', not '-1'
void f(unsigned long *restrict a, unsigned long b, long n) {
#pragma clang loop vectorize(disable)
  for (long i = 0; i < n; ++i) {
    unsigned long t = a[i];
    t ^= (t ^ b) + (t & 12345), t += (t - b) ^ (t | 54321);
    t ^= (t ^ b) + (t & 23456), t += (t - b) ^ (t | 65432);
    a[i] = t;
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: own/pool
// tags: latency
// about: one double after the other, from static data of a template
extern "C" {
#include "kernel.h"
}
template <typename T> struct Pool {
  static T *allocate(unsigned long n) {
    static T memory[400];
    static unsigned long used;
    T *given = memory + used;
    used += n;
    return given;
  }
};
KB_DATA double *const a = Pool<double>::allocate(400);
KB_DATA double sink;
extern "C" void kernel_init(void) {
  for (int i = 0; i < 400; ++i)
    a[i] = i;
}
extern "C" KB_KERNEL void kernel(KB_INT n) {
  double s = 0;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    s += a[i];
  sink = s;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: state/pid
// tags: latency,memory
// about: a controller: integral and last error in a structure, with leak

#include "kernel.h"

struct pid {
  double kp, ki, kd, integral, last;
};

KB_DATA struct pid pid;
KB_DATA double error[KB_MAX_N], drive[KB_MAX_N];

void kernel_init(void) {
  pid = (struct pid){0.5, 0.125, 0.25, 1, 1};
  KB_FILL(error, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  struct pid *c = &pid;
  double *to = drive;
  KB_HIDE(c);
  KB_HIDE(to);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const double e = error[i];
    c->integral = 0.875 * c->integral + e;
    to[i] = c->kp * e + c->ki * c->integral + c->kd * (e - c->last);
    c->last = e;
  }
}

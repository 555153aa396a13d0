// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: physics/quaternion_spin
// tags: latency,memory
// about: q turned by a rate and renormalized, q in a struct, each q written

#define KB_MAX_N 250
#include "kernel.h"

struct quaternion {
  float w, x, y, z;
};
KB_DATA struct quaternion attitude, track[KB_MAX_N];
KB_DATA float rate[KB_MAX_N];
KB_DATA struct quaternion *given_q;
KB_DATA struct quaternion *given_out;

void kernel_init(void) {
  attitude = (struct quaternion){0.8f, 0.6f, 0.0f, 0.0f};
  KB_FILL(rate, 0.01, 0.02);
  given_q = &attitude;
  given_out = track;
}

KB_KERNEL void kernel(KB_INT n) {
  struct quaternion *q = given_q;
  struct quaternion *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const float h = rate[i], w = q->w, x = q->x, y = q->y, z = q->z;
    q->w = w - h * (x + y + z);
    q->x = x + h * (w + y - z);
    q->y = y + h * (w + z - x);
    q->z = z + h * (w + x - y);
    const float s = 1.5f - 0.5f * (q->w * q->w + q->x * q->x + q->y * q->y + q->z * q->z);
    q->w *= s;
    q->x *= s;
    q->y *= s;
    q->z *= s;
    out[i] = *q;
  }
}

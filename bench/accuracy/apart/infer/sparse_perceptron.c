// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: infer/sparse_perceptron
// tags: memory,latency
// about: w[feature] += rate * (target - w[feature] x): gradient steps on few weights

#include "kernel.h"

KB_DATA uint8_t feature[KB_MAX_N];
KB_DATA float x[KB_MAX_N], target[KB_MAX_N], w[32];

void kernel_init(void) {
  KB_FILL(feature, 0, 32);
  KB_FILL(x, 0.5, 1.5);
  KB_FILL(target, 0.5, 1.5);
}

KB_KERNEL void kernel(KB_INT n) {
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    w[feature[i]] += 0.125f * x[i] * (target[i] - w[feature[i]] * x[i]);
}

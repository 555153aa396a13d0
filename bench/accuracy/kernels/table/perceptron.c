// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: table/perceptron
// tags: latency,memory
// about: the weights of a few features, each trip adapts one of them

#include "kernel.h"

KB_DATA float weight[4], error[KB_MAX_N], out[KB_MAX_N];
KB_DATA int32_t feature[KB_MAX_N];
KB_DATA float *given_w;
KB_DATA float *given_to;

void kernel_init(void) {
  KB_FILL(error, 0.5, 1.5);
  for (int i = 0; i < KB_MAX_N; ++i)
    feature[i] = i % 2;
  given_w = weight;
  given_to = out;
}

KB_KERNEL void kernel(KB_INT n) {
  float *w = given_w, *to = given_to;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    w[feature[i]] += 0.125f * (error[i] - w[feature[i]]);
    to[i] = error[i];
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: cxx/strided_iterator
// tags: latency,memory
// about: s += *it, where ++it of a class goes on by three elements
// flags: -std=gnu++17 -fno-exceptions -fno-rtti

#define KB_MAX_N 600
#include "kernel.hpp"

KB_DATA float a[3 * KB_MAX_N];

class Every {
public:
  Every(const float *at, ptrdiff_t step) : at_(at), step_(step) {}
  float operator*() const { return *at_; }
  Every &operator++() {
    at_ += step_;
    return *this;
  }
  bool operator!=(const Every &other) const { return at_ != other.at_; }

private:
  const float *at_;
  ptrdiff_t step_;
};

void kernel_init(void) { KB_FILL(a, 0.5, 1.5); }

KB_KERNEL void kernel(KB_INT n) {
  float s = 0;
  const Every end(a + 3 * n, 3);
  KB_LOOP
  for (Every it(a, 3); it != end; ++it)
    s += *it;
  kb_sink_f32 = s;
}

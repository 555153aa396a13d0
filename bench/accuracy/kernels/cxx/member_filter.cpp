// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: cxx/member_filter
// tags: latency,memory
// about: y_ += 0.25 * (x - y_); to_[i] = y_: a member written through this
// flags: -std=gnu++17 -fno-exceptions -fno-rtti

#include "kernel.hpp"

KB_DATA double a[KB_MAX_N], b[KB_MAX_N];

class Filter {
public:
  void reset(double *to) {
    y_ = 0.5;
    to_ = to;
  }
  void feed(double x) {
    y_ += 0.25 * (x - y_);
    *to_++ = y_;
  }

private:
  double y_;
  double *to_;
};

KB_DATA Filter filter;
KB_DATA Filter *given_filter;

void kernel_init(void) {
  KB_FILL(a, 0.5, 1.5);
  given_filter = &filter;
}

KB_KERNEL void kernel(KB_INT n) {
  Filter *f = given_filter;
  f->reset(b);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    f->feed(a[i]);
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: cxx/matrix_row
// tags: ports,memory
// about: y[i] = 0.5f * y[i] + m(2, i), by operators of classes
// flags: -std=gnu++17 -fno-exceptions -fno-rtti

#define KB_MAX_N 256
#include "kernel.hpp"

KB_DATA float cells[4 * KB_MAX_N], sums[KB_MAX_N];

class Matrix {
public:
  Matrix(float *cells, KB_INT width) : cells_(cells), width_(width) {}
  float operator()(KB_INT row, KB_INT column) const {
    return cells_[row * width_ + column];
  }

private:
  float *cells_;
  KB_INT width_;
};

class Span {
public:
  explicit Span(float *first) : first_(first) {}
  float &operator[](KB_INT i) const { return first_[i]; }

private:
  float *first_;
};

void kernel_init(void) {
  KB_FILL(cells, -1, 1);
  KB_FILL(sums, -1, 1);
}

KB_KERNEL void kernel(KB_INT n) {
  const Matrix m(cells, KB_MAX_N);
  const Span y(sums);
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i)
    y[i] = 0.5f * y[i] + m(2, i);
}

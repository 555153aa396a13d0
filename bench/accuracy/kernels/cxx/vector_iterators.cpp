// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: cxx/vector_iterators
// tags: memory,ports
// about: *to++ = 3 * *from: iterators of two std::vector
// flags: -std=gnu++17 -fno-exceptions -fno-rtti

#include "kernel.hpp"
#include <vector>

/// Memory of the image instead of the heap, so that no library is needed.
template <typename T> struct Pool {
  using value_type = T;
  T *allocate(size_t n) {
    static T memory[2 * KB_MAX_N];
    static size_t used;
    used += n;
    return memory + used - n;
  }
  void deallocate(T *, size_t) {}
};
template <typename T> using Vector = std::vector<T, Pool<T>>;

KB_DATA Vector<float> a(KB_MAX_N), b(KB_MAX_N);

void kernel_init(void) {
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = float(0.5 + kb_unit(1, i));
}

KB_KERNEL void kernel(KB_INT n) {
  auto to = b.begin();
  const auto end = a.cbegin() + n;
  KB_LOOP
  for (auto from = a.cbegin(); from != end; ++from)
    *to++ = 3 * *from;
}

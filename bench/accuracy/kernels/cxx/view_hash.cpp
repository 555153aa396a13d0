// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: cxx/view_hash
// tags: latency
// about: h = 31 * h + c for the characters of a std::string_view
// flags: -std=gnu++17 -fno-exceptions -fno-rtti

#include "kernel.hpp"
#include <string_view>

KB_DATA char text[KB_MAX_N];

void kernel_init(void) {
  for (size_t i = 0; i < KB_COUNT(text); ++i)
    text[i] = char('a' + 26 * kb_unit(1, i));
}

static uint32_t hash(std::string_view view) {
  uint32_t h = 17;
  KB_LOOP
  for (const char c : view)
    h = 31 * h + uint32_t(c);
  return h;
}

KB_KERNEL void kernel(KB_INT n) {
  kb_sink_u64 = hash(std::string_view(text, size_t(n)));
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: interp/add_with_flags
// tags: latency,memory
// about: eight bit add with carry; accumulator and flags are bytes of a struct

#include "kernel.h"

struct cpu {
  uint8_t a, carry, zero, negative;
};
KB_DATA struct cpu cpu;
KB_DATA uint8_t operand[KB_MAX_N], bus[KB_MAX_N];
KB_DATA struct cpu *given_c;
KB_DATA uint8_t *given_out;

void kernel_init(void) {
  KB_FILL(operand, 0, 256);
  given_c = &cpu;
  given_out = bus;
}

KB_KERNEL void kernel(KB_INT n) {
  struct cpu *c = given_c;
  uint8_t *out = given_out;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const unsigned t = (unsigned)c->a + operand[i] + c->carry;
    c->a = (uint8_t)t;
    c->carry = (uint8_t)(t >> 8);
    c->zero = c->a == 0;
    c->negative = c->a >> 7;
    out[i] = c->a;
  }
}

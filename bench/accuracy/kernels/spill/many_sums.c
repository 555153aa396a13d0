// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// kernel: spill/many_sums
// tags: memory,latency,ports
// about: 18 sums of 64 bits: some must live on the stack

#include "kernel.h"

KB_DATA uint64_t x[KB_MAX_N + 18], out[18];

void kernel_init(void) { KB_FILL(x, 0, 1000); }

KB_KERNEL void kernel(KB_INT n) {
  uint64_t a = 0, b = 1, c = 2, d = 3, e = 4, f = 5, g = 6, h = 7, j = 8;
  uint64_t k = 9, l = 10, m = 11, o = 12, p = 13, q = 14, r = 15, s = 16,
           t = 17;
  KB_LOOP
  for (KB_INT i = 0; i < n; ++i) {
    const uint64_t v = x[i];
    a += v ^ t, b += v ^ a, c += v ^ b, d += v ^ c, e += v ^ d, f += v ^ e;
    g += v ^ f, h += v ^ g, j += v ^ h, k += v ^ j, l += v ^ k, m += v ^ l;
    o += v ^ m, p += v ^ o, q += v ^ p, r += v ^ q, s += v ^ r, t += v ^ s;
  }
  uint64_t *to = out;
  to[0] = a, to[1] = b, to[2] = c, to[3] = d, to[4] = e, to[5] = f;
  to[6] = g, to[7] = h, to[8] = j, to[9] = k, to[10] = l, to[11] = m;
  to[12] = o, to[13] = p, to[14] = q, to[15] = r, to[16] = s, to[17] = t;
}

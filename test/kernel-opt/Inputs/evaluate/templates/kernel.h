// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the kernels of the tests need of bench/accuracy/kernels/kernel.h.
#define KB_INT long
#define KB_LOOP
#define KB_KERNEL __attribute__((noinline))
#define KB_DATA __attribute__((aligned(64), visibility("hidden")))
extern const int kb_max_n;
const int kb_max_n = 400;

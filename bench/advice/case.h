// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- case.h - What every case of the advice bench includes ----*- C -*-===//
///
/// \file
/// One C file is one case: a loop as it is, and with AFTER defined the loop as
/// its advice says. COUNT is what the advice counts (accumulators, trips).
/// kernel(n) does n trips of the loop as it is, or the same work; n is at most
/// TRIPS and a multiple of 64. It leaves `result`, which both ways must make
/// alike.
///
/// The first comment lines are read by advice.py:
///
///   // advice: unroll               the kind that is wanted
///   // flags: -O2                   of both compilations
///   // before: -fno-unroll-loops    of the loop as it is, besides
///   // after: -O3                   of the other
///   // needs: __AVX512F__           macros without which it is left out
///   // cores: skylake cascadelake   LLVM's names of all that it is for
///   // reads: object                what kernel-opt reads; else assembly
///
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_ADVICE_CASE_H
#define KERNEL_BOUNDS_ADVICE_CASE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef TRIPS
#define TRIPS 640
#endif
/// Elements of an array: two that follow each other do not lie a multiple of
/// 4096 bytes apart.
#define SIZE (TRIPS + 72)
#ifndef COUNT
#define COUNT 4
#endif

#define DATA __attribute__((aligned(64))) static
#define KERNEL __attribute__((noinline))
/// Does what follows for c = 0 .. COUNT - 1, without a loop.
#define EACH _Pragma("clang loop unroll(full)") for (int c = 0; c < COUNT; ++c)

double result;
long max_trips = TRIPS;

/// 0.5 to 1.5, and integers to 65535, without an order.
static inline uint32_t scramble(uint32_t x) {
  x = (x + 1) * 2654435761u;
  return (x ^ x >> 15) * 2246822519u >> 7;
}
#define FILL(A)                                                                \
  for (size_t i = 0; i < sizeof(A) / sizeof(*A); ++i)                          \
  A[i] = 0.5 + (scramble(i) & 1023) / 1024.0
#define FILL_INT(A)                                                            \
  for (size_t i = 0; i < sizeof(A) / sizeof(*A); ++i)                          \
  A[i] = scramble(i) & 65535

#endif // KERNEL_BOUNDS_ADVICE_CASE_H

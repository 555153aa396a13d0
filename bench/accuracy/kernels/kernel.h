// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- kernel.h - What every accuracy kernel includes -----------*- C -*-===//
///
/// \file
/// One C file is one kernel: one dominating innermost loop over data that fit
/// in the first-level cache. A kernel file
///   - may define KB_MAX_N, then includes this header;
///   - declares its data with KB_DATA, at most 16 KiB in all;
///   - defines kernel_init(), which fills the data;
///   - defines kernel(n), whose dominating loop is marked KB_LOOP and does n
///     trips, 1 <= n <= KB_MAX_N.
/// kernel() may be called any number of times after kernel_init(). Values stay
/// normal: no infinities, NaNs or denormals, and no signed overflow.
///
/// Example:
/// \code
///   #include "kernel.h"
///
///   KB_DATA double a[KB_MAX_N], b[KB_MAX_N];
///
///   void kernel_init(void) { KB_FILL(b, 0.5, 1.5); }
///
///   KB_KERNEL void kernel(KB_INT n) {
///     KB_LOOP
///     for (KB_INT i = 0; i < n; ++i)
///       a[i] = 2.0 * b[i];
///   }
/// \endcode
///
/// Switches, all set with -D on the command line of the compiler:
///   KB_INT=type        type of n and of the indices; default long
///   KB_UNROLL=n        unroll the marked loop n times; 1 keeps it rolled
///   KB_INTERLEAVE=n    interleave count of the vectorizer (clang)
///   KB_WIDTH=n         vector width in elements (clang)
///   KB_NOVECTOR        leave the marked loop scalar
///   KB_DISTRIBUTE      split the marked loop where that is legal (clang)
///   KB_UNROLL_AND_JAM=n  unroll the loop marked KB_OUTER_LOOP and jam (clang)
/// A switch says what to try. A compiler that cannot obey says nothing, and
/// the loop is as it would be without the switch.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_ACCURACY_KERNEL_H
#define KERNEL_BOUNDS_ACCURACY_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#ifndef KB_INT
#define KB_INT long
#endif

/// Largest trip count that kernel() takes.
#ifndef KB_MAX_N
#define KB_MAX_N 400
#endif

//===----------------------------------------------------------------------===//
// Pragmas of the loops
//===----------------------------------------------------------------------===//

#define KB_PRAGMA_TEXT(X) _Pragma(#X)
#define KB_PRAGMA(X) KB_PRAGMA_TEXT(X)

#if defined(KB_NOVECTOR) && defined(KB_WIDTH)
#error "KB_NOVECTOR and KB_WIDTH contradict each other"
#endif

#ifdef __clang__

// Asked for what a loop does not allow: that variant is then the plain loop.
#pragma clang diagnostic ignored "-Wpass-failed"

#if defined(KB_UNROLL) && KB_UNROLL == 1
#define KB_LOOP_UNROLL KB_PRAGMA(clang loop unroll(disable))
#elif defined(KB_UNROLL)
#define KB_LOOP_UNROLL KB_PRAGMA(clang loop unroll_count(KB_UNROLL))
#else
#define KB_LOOP_UNROLL
#endif

#ifdef KB_INTERLEAVE
#define KB_LOOP_INTERLEAVE KB_PRAGMA(clang loop interleave_count(KB_INTERLEAVE))
#else
#define KB_LOOP_INTERLEAVE
#endif

#ifdef KB_NOVECTOR
#define KB_LOOP_VECTOR KB_PRAGMA(clang loop vectorize(disable))
#elif defined(KB_WIDTH)
#define KB_LOOP_VECTOR KB_PRAGMA(clang loop vectorize_width(KB_WIDTH))
#else
#define KB_LOOP_VECTOR
#endif

#ifdef KB_DISTRIBUTE
#define KB_LOOP_DISTRIBUTE KB_PRAGMA(clang loop distribute(enable))
#else
#define KB_LOOP_DISTRIBUTE
#endif

#ifdef KB_UNROLL_AND_JAM
#define KB_OUTER_LOOP KB_PRAGMA(unroll_and_jam(KB_UNROLL_AND_JAM))
#else
#define KB_OUTER_LOOP
#endif

#define KB_LOOP                                                                \
  KB_LOOP_UNROLL KB_LOOP_INTERLEAVE KB_LOOP_VECTOR KB_LOOP_DISTRIBUTE

#else // GCC

#ifdef KB_UNROLL
#define KB_LOOP KB_PRAGMA(GCC unroll KB_UNROLL)
#else
#define KB_LOOP
#endif
#define KB_OUTER_LOOP

#endif

// GCC before 14 has no pragma against vectorization, only an attribute.
#if defined(KB_NOVECTOR) && !defined(__clang__)
#define KB_SCALAR __attribute__((optimize("no-tree-vectorize")))
#else
#define KB_SCALAR
#endif

//===----------------------------------------------------------------------===//
// Functions and data
//===----------------------------------------------------------------------===//

/// Marks the kernel: a function of its own, whatever else the file has.
#define KB_KERNEL __attribute__((noinline)) KB_SCALAR

/// Marks the data. Other files might read it, so no store may be dropped;
/// hidden, so that it is addressed without an indirection. A program made of
/// several kernels defines it as static and used, and renames the functions.
#ifndef KB_DATA
#define KB_DATA __attribute__((aligned(64), visibility("hidden")))
#endif

/// Makes the compiler forget where pointer \p P points, so that it has to
/// assume that it overlaps with others. Use before the loop.
#define KB_HIDE(P) __asm__("" : "+r"(P))

void kernel(KB_INT n);
void kernel_init(void);

/// KB_MAX_N for the caller.
extern const int kb_max_n;
const int kb_max_n = KB_MAX_N;

/// Where results in registers go. One kernel is one program, so they are
/// defined here.
KB_DATA double kb_sink_f64;
KB_DATA float kb_sink_f32;
KB_DATA uint64_t kb_sink_u64;

//===----------------------------------------------------------------------===//
// Filling the data
//===----------------------------------------------------------------------===//

/// Returns a number in [0, 1) that depends on its arguments alone.
static inline double kb_unit(uint64_t Stream, uint64_t Index) {
  uint64_t X = Stream * 0x9e3779b97f4a7c15u + (Index + 1) * 0xd1342543de82ef95u;
  X = (X ^ (X >> 32)) * 0xdaba0b6eb09322e3u;
  X = (X ^ (X >> 29)) * 0xbea225f9eb34556du;
  return (double)((X ^ (X >> 32)) >> 11) * 0x1p-53;
}

#define KB_COUNT(A) (sizeof(A) / sizeof((A)[0]))

/// Fills the array \p A with numbers in [\p Low, \p High). Each use draws other
/// numbers, each run of the same use the same ones.
#define KB_FILL(A, Low, High) KB_FILL_STREAM(A, Low, High, __COUNTER__)
#define KB_FILL_STREAM(A, Low, High, Stream)                                   \
  do {                                                                         \
    for (size_t K_ = 0; K_ < KB_COUNT(A); ++K_)                                \
      (A)[K_] = (__typeof__((A)[0]))((Low) +                                   \
                                     ((High) - (Low)) * kb_unit(Stream, K_));  \
  } while (0)

/// The same for an array of arrays.
#define KB_FILL_ROWS(A, Low, High)                                             \
  do {                                                                         \
    const uint64_t Stream_ = 1000 * __COUNTER__ + 1000;                        \
    for (size_t R_ = 0; R_ < KB_COUNT(A); ++R_)                                \
      KB_FILL_STREAM((A)[R_], Low, High, Stream_ + R_);                        \
  } while (0)

#endif // KERNEL_BOUNDS_ACCURACY_KERNEL_H

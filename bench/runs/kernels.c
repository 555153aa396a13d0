// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- kernels.c - Kernels over data of any size ----------------*- C -*-===//
///
/// \file
/// The program of bench/runs/accuracy.py. Each kernel is a function with one
/// innermost loop, in the manner of PolyBench: kernel(i) does the outermost
/// iteration i and returns the trips of the innermost loop.
///
///   kernels list                      prints the names
///   kernels NAME BYTES time SECONDS   runs kernel NAME over data of about
///   kernels NAME BYTES run TIMES      BYTES so long, or so many times
///   kernels NAME BYTES trips MOST     prints the trips of the whole kernel
///
/// `trips`: the whole kernel is each of its outermost iterations once. Trips are
/// counted in MOST of them at most, which lie evenly.
///
/// `time` prints the median and the fastest tenth of the cycles a trip, over
/// portions of about a tenth of a millisecond, how many times the kernel has
/// run, and how many portions count. Cycles are those of a chain of additions,
/// which takes one for each.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "timing.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define KERNEL static __attribute__((noinline)) long

static double *A, *B, *C, *D; // Of n * n, or of m, elements each.
static int32_t *Index;        // Of m elements.
static long n, m;             // Of rows, and of vectors.
double Sink;                  // What the compiler must not leave out.

//===----------------------------------------------------------------------===//
// Vectors of m elements
//===----------------------------------------------------------------------===//

KERNEL k_copy(long i) {
  for (long j = 0; j < m; ++j)
    A[j] = B[j];
  return m;
}
KERNEL k_scale(long i) {
  for (long j = 0; j < m; ++j)
    A[j] = 3.0 * A[j];
  return m;
}
KERNEL k_add(long i) {
  for (long j = 0; j < m; ++j)
    A[j] = B[j] + C[j];
  return m;
}
KERNEL k_triad(long i) {
  for (long j = 0; j < m; ++j)
    A[j] = B[j] + 3.0 * C[j];
  return m;
}
KERNEL k_axpy(long i) {
  for (long j = 0; j < m; ++j)
    A[j] += 0.5 * B[j];
  return m;
}
KERNEL k_sum(long i) {
  double S = 0;
  for (long j = 0; j < m; ++j)
    S += A[j];
  Sink = S;
  return m;
}
KERNEL k_dot(long i) {
  double S = 0;
  for (long j = 0; j < m; ++j)
    S += A[j] * B[j];
  Sink = S;
  return m;
}
KERNEL k_fill(long i) {
  for (long j = 0; j < m; ++j)
    A[j] = 1.0;
  return m;
}
KERNEL k_jacobi_1d(long i) {
  for (long j = 1; j < m - 1; ++j)
    A[j] = 0.33333 * (B[j - 1] + B[j] + B[j + 1]);
  return m - 2;
}
KERNEL k_prefix(long i) {
  double S = 0;
  for (long j = 0; j < m; ++j) {
    S = 0.5 * S + B[j];
    A[j] = S;
  }
  return m;
}
KERNEL k_stride(long i) {
  double S = 0;
  for (long j = i % 8; j < m; j += 8)
    S += A[j];
  Sink = S;
  return (m - i % 8 + 7) / 8;
}
KERNEL k_gather(long i) {
  double S = 0;
  for (long j = 0; j < m; ++j)
    S += A[Index[j]];
  Sink = S;
  return m;
}
KERNEL k_reverse(long i) {
  double S = 0;
  for (long j = 0; j < m; ++j)
    S += A[j] * B[m - 1 - j];
  Sink = S;
  return m;
}

//===----------------------------------------------------------------------===//
// Matrices of n * n elements, one row at a time
//===----------------------------------------------------------------------===//

KERNEL k_jacobi_2d(long i) {
  i = 1 + i % (n - 2);
  for (long j = 1; j < n - 1; ++j)
    A[i * n + j] = 0.2 * (B[i * n + j] + B[i * n + j - 1] + B[i * n + j + 1] +
                          B[(i + 1) * n + j] + B[(i - 1) * n + j]);
  return n - 2;
}
KERNEL k_seidel_2d(long i) {
  i = 1 + i % (n - 2);
  for (long j = 1; j < n - 1; ++j)
    A[i * n + j] = (A[(i - 1) * n + j] + A[i * n + j - 1] + A[i * n + j] +
                    A[i * n + j + 1] + A[(i + 1) * n + j]) /
                   5.0;
  return n - 2;
}
KERNEL k_fdtd_2d(long i) {
  i = 1 + i % (n - 1);
  for (long j = 1; j < n; ++j)
    A[i * n + j] -= 0.5 * (B[i * n + j] - B[(i - 1) * n + j]) +
                    0.25 * (C[i * n + j] - C[i * n + j - 1]);
  return n - 1;
}
KERNEL k_atax(long i) {
  i %= n;
  const double T = C[i];
  for (long j = 0; j < n; ++j)
    B[j] += A[i * n + j] * T;
  return n;
}
KERNEL k_bicg(long i) {
  i %= n;
  double Q = 0;
  for (long j = 0; j < n; ++j) {
    B[j] += C[i] * A[i * n + j];
    Q += A[i * n + j] * D[j];
  }
  Sink = Q;
  return n;
}
KERNEL k_mvt(long i) {
  i %= n;
  double S = 0;
  for (long j = 0; j < n; ++j)
    S += A[i * n + j] * B[j];
  C[i] = S;
  return n;
}
KERNEL k_mvt_columns(long i) {
  i %= n;
  double S = 0;
  for (long j = 0; j < n; ++j)
    S += A[j * n + i] * B[j];
  C[i] = S;
  return n;
}
KERNEL k_gesummv(long i) {
  i %= n;
  double S = 0, T = 0;
  for (long j = 0; j < n; ++j) {
    S += A[i * n + j] * C[j];
    T += B[i * n + j] * C[j];
  }
  Sink = S + T;
  return n;
}
KERNEL k_gemver(long i) {
  i %= n;
  const double U = C[i], V = D[i];
  for (long j = 0; j < n; ++j)
    A[i * n + j] += U * B[j] + V * B[n + j];
  return n;
}
KERNEL k_transpose(long i) {
  i %= n;
  for (long j = 0; j < n; ++j)
    A[i * n + j] = B[j * n + i];
  return n;
}
KERNEL k_copy_columns(long i) {
  i %= n;
  for (long j = 0; j < n; ++j)
    A[j * n + i] = B[j * n + i];
  return n;
}
KERNEL k_mean(long i) {
  i %= n;
  for (long j = 0; j < n; ++j)
    B[j] += A[i * n + j];
  return n;
}
KERNEL k_deriche(long i) {
  i %= n;
  double Y1 = 0, Y2 = 0, X1 = 0;
  for (long j = 0; j < n; ++j) {
    const double Y = 0.2 * A[i * n + j] + 0.1 * X1 + 0.5 * Y1 + 0.1 * Y2;
    X1 = A[i * n + j];
    Y2 = Y1;
    Y1 = Y;
    B[i * n + j] = Y;
  }
  return n;
}
KERNEL k_adi(long i) {
  i = 1 + i % (n - 2);
  for (long j = 1; j < n; ++j)
    A[i * n + j] = B[i * n + j] * 0.3 + A[i * n + j - 1] * 0.4;
  return n - 1;
}

//===----------------------------------------------------------------------===//
// Three loops
//===----------------------------------------------------------------------===//

KERNEL k_gemm(long i) {
  i %= n;
  for (long k = 0; k < n; ++k) {
    const double T = A[i * n + k];
    for (long j = 0; j < n; ++j)
      C[i * n + j] += T * B[k * n + j];
  }
  return n * n;
}
KERNEL k_gemm_columns(long i) {
  i %= n;
  for (long j = 0; j < n; ++j) {
    double S = 0;
    for (long k = 0; k < n; ++k)
      S += A[i * n + k] * B[k * n + j];
    C[i * n + j] = S;
  }
  return n * n;
}
KERNEL k_syrk(long i) {
  i %= n;
  for (long j = 0; j <= i; ++j) {
    double S = 0;
    for (long k = 0; k < n; ++k)
      S += A[i * n + k] * A[j * n + k];
    C[i * n + j] += S;
  }
  return (i + 1) * n;
}
KERNEL k_syr2k(long i) {
  i %= n;
  for (long j = 0; j <= i; ++j) {
    double S = 0;
    for (long k = 0; k < n; ++k)
      S += A[i * n + k] * B[j * n + k] + B[i * n + k] * A[j * n + k];
    C[i * n + j] += S;
  }
  return (i + 1) * n;
}
KERNEL k_trmm(long i) {
  i %= n - 1;
  for (long k = i + 1; k < n; ++k) {
    const double T = A[k * n + i];
    for (long j = 0; j < n; ++j)
      B[i * n + j] += T * B[k * n + j];
  }
  B[i * n] *= 1e-3;
  return (n - 1 - i) * n;
}
KERNEL k_floyd_warshall(long k) {
  k %= n;
  for (long i = 0; i < n; ++i) {
    const double T = A[i * n + k];
    for (long j = 0; j < n; ++j) {
      const double Way = T + A[k * n + j];
      A[i * n + j] = A[i * n + j] < Way ? A[i * n + j] : Way;
    }
  }
  return n * n;
}
KERNEL k_lu(long k) {
  k %= n - 1;
  for (long i = k + 1; i < n; ++i) {
    const double T = 1e-3 * A[i * n + k];
    for (long j = k + 1; j < n; ++j)
      A[i * n + j] -= T * A[k * n + j];
  }
  return (n - 1 - k) * (n - 1 - k);
}
KERNEL k_cholesky(long i) {
  i %= n;
  for (long j = 0; j < i; ++j) {
    double S = A[i * n + j];
    for (long k = 0; k < j; ++k)
      S -= 1e-3 * A[i * n + k] * A[j * n + k];
    A[i * n + j] = S * 0.5;
  }
  return i * (i - 1) / 2;
}
KERNEL k_covariance(long i) {
  i %= n;
  for (long k = 0; k < n; ++k) {
    const double T = A[k * n + i];
    for (long j = i; j < n; ++j)
      B[i * n + j] += T * A[k * n + j];
  }
  return n * (n - i);
}
KERNEL k_doitgen(long i) {
  i %= n;
  for (long p = 0; p < n; ++p) {
    double S = 0;
    for (long s = 0; s < n; ++s)
      S += A[i * n + s] * B[p * n + s];
    C[p] = S;
  }
  return n * n;
}
/// n planes of 32 * 32.
KERNEL k_heat_3d(long i) {
  const long P = 32, Planes = m / (P * P);
  i = 1 + i % (Planes - 2);
  for (long r = 1; r < P - 1; ++r)
    for (long c = 1; c < P - 1; ++c) {
      const long At = (i * P + r) * P + c;
      A[At] = 0.5 * B[At] + 0.1 * (B[At - 1] + B[At + 1] + B[At - P] +
                                   B[At + P] + B[At - P * P] + B[At + P * P]);
    }
  return (P - 2) * (P - 2);
}

static const struct Kernel {
  const char *Name;
  long (*Run)(long);
  int NumArrays; ///< That the data are divided among.
  int IsMatrix;
} Kernels[] = {
    {"copy", k_copy, 2, 0},
    {"scale", k_scale, 1, 0},
    {"add", k_add, 3, 0},
    {"triad", k_triad, 3, 0},
    {"axpy", k_axpy, 2, 0},
    {"sum", k_sum, 1, 0},
    {"dot", k_dot, 2, 0},
    {"fill", k_fill, 1, 0},
    {"jacobi_1d", k_jacobi_1d, 2, 0},
    {"prefix", k_prefix, 2, 0},
    {"stride", k_stride, 1, 0},
    {"gather", k_gather, 2, 0},
    {"reverse", k_reverse, 2, 0},
    {"heat_3d", k_heat_3d, 2, 0},
    {"jacobi_2d", k_jacobi_2d, 2, 1},
    {"seidel_2d", k_seidel_2d, 1, 1},
    {"fdtd_2d", k_fdtd_2d, 3, 1},
    {"atax", k_atax, 1, 1},
    {"bicg", k_bicg, 1, 1},
    {"mvt", k_mvt, 1, 1},
    {"mvt_columns", k_mvt_columns, 1, 1},
    {"gesummv", k_gesummv, 2, 1},
    {"gemver", k_gemver, 1, 1},
    {"transpose", k_transpose, 2, 1},
    {"copy_columns", k_copy_columns, 2, 1},
    {"mean", k_mean, 1, 1},
    {"deriche", k_deriche, 2, 1},
    {"adi", k_adi, 2, 1},
    {"gemm", k_gemm, 3, 1},
    {"gemm_columns", k_gemm_columns, 3, 1},
    {"syrk", k_syrk, 2, 1},
    {"syr2k", k_syr2k, 3, 1},
    {"trmm", k_trmm, 2, 1},
    {"floyd_warshall", k_floyd_warshall, 1, 1},
    {"lu", k_lu, 1, 1},
    {"cholesky", k_cholesky, 1, 1},
    {"covariance", k_covariance, 2, 1},
    {"doitgen", k_doitgen, 2, 1},
};
enum { NumKernels = sizeof(Kernels) / sizeof(*Kernels) };

//===----------------------------------------------------------------------===//
// Measurement
//===----------------------------------------------------------------------===//

static void *allocate(size_t Bytes) {
  void *P = mmap(0, Bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                 -1, 0);
  if (P == MAP_FAILED)
    exit(2);
  madvise(P, Bytes, MADV_NOHUGEPAGE);
  return P;
}

/// Elements behind the data that kernels with neighbours may read. They are
/// written, too: pages that nothing wrote are all one page of memory, and the
/// first level of some cores cannot have that at two addresses at once.
enum { Beyond = 2048 };

static void makeData(const struct Kernel *K, long Bytes) {
  m = Bytes / 8 / K->NumArrays;
  if (K->Run == k_gather)
    m = Bytes / 12;
  for (n = 1; (n + 1) * (n + 1) <= m; ++n)
    ;
  n -= n % 8 == 0; // Rows that begin all at the same place of a page are odd.
  double **Arrays[] = {&A, &B, &C, &D};
  for (int I = 0; I < 4; ++I) {
    // So that arrays do not begin at the same place of a page.
    *Arrays[I] = (double *)((char *)allocate(8 * (m + Beyond) + 4 * 4096) +
                            I * (4096 + 832));
    // All vectors of matrix kernels have 2 n elements at most.
    const long Num = I < K->NumArrays || m < 4096 ? m : 2 * n;
    for (long J = 0; J < Num + Beyond; ++J)
      (*Arrays[I])[J] = 1.0 + (double)(J % 7) / 8;
  }
  if (K->Run != k_gather)
    return;
  Index = allocate(4 * m);
  uint64_t State = 1;
  for (long J = 0; J < m; ++J) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    Index[J] = (int32_t)((State >> 33) % (uint64_t)m);
  }
}

static const char *nameOf(int Number) { return Kernels[Number].Name; }

/// Trips of all outermost iterations of \p K, counted in \p Most of them.
static double tripsOfAll(const struct Kernel *K, long Most) {
  long Num = K->Run == k_heat_3d ? m / (32 * 32) - 2 : K->IsMatrix ? n : 1;
  Num = Num < 1 ? 1 : Num;
  const long Counted = Num < Most ? Num : Most < 1 ? 1 : Most;
  double Trips = 0;
  for (long I = 0; I < Counted; ++I)
    Trips += (double)K->Run(I * Num / Counted);
  return Trips * (double)Num / (double)Counted;
}

int main(int Argc, char **Argv) {
  const int Chosen = chosenKernel(Argc, Argv, nameOf, NumKernels);
  if (Chosen < 0)
    return Argc == 2 ? 0 : 2;
  const struct Kernel *K = &Kernels[Chosen];
  makeData(K, atol(Argv[2]));
  if (strcmp(Argv[3], "time") == 0) {
    measure(K->Run, atof(Argv[4]));
    return 0;
  }
  if (strcmp(Argv[3], "trips") == 0) {
    printf("%.0f\n", tripsOfAll(K, atol(Argv[4])));
    return 0;
  }
  const long Times = atol(Argv[4]);
  for (long I = 0; I < Times; ++I)
    K->Run(I);
  return 0;
}

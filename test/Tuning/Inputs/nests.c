// Nests of loops, and a driver that compares what is made of them with the same
// functions compiled plainly.
#include <stdint.h>

#ifdef PLAIN
#define NAME(N) plain_##N
#else
#define NAME(N) N
#endif
#ifndef DRIVER
typedef uint32_t Row[32];

void NAME(product)(Row *restrict c, const Row *restrict a,
                   const Row *restrict b, long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      uint32_t s = 0;
      for (long k = 0; k < m; ++k)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}

// Two rows are loaded by two iterations of the loop around each.
void NAME(stencil)(Row *restrict c, const Row *restrict a,
                   const Row *restrict b, long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      c[i][j] = a[i][j] ^ (a[i + 1][j] * 3) ^ (a[i + 2][j] >> 1) ^ b[0][j];
}

// An iteration of the loop around needs what the one before it has stored.
void NAME(carried)(Row *restrict c, const Row *restrict a,
                   const Row *restrict b, long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      c[i + 1][j] = c[i][j] * 5 + a[i][j];
}

// This one needs it from a later iteration of the inner loop: nothing may be
// done.
void NAME(skewed)(Row *restrict c, const Row *restrict a, const Row *restrict b,
                  long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      c[i + 1][j] = c[i][j + 1] * 5 + a[i][j];
}

// What is loaded twice may have been written meanwhile.
void NAME(overlap)(Row *c, const Row *a, const Row *b, long n, long m) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      c[i][j] = c[i][j] * 3 + b[0][j] + a[i][j];
}
#else
#include <stdio.h>
#include <string.h>
typedef uint32_t Row[32];
typedef void Nest(Row *, const Row *, const Row *, long, long);
Nest product, stencil, carried, skewed, overlap;
Nest plain_product, plain_stencil, plain_carried, plain_skewed, plain_overlap;
static Nest *const Nests[][2] = {{plain_product, product},
                                 {plain_stencil, stencil},
                                 {plain_carried, carried},
                                 {plain_skewed, skewed},
                                 {plain_overlap, overlap}};
static Row data[2][3][32];

int main(void) {
  int wrong = 0;
  for (int k = 0; k < 5; ++k)
    for (long n = 0; n < 20; ++n)
      for (long m = 0; m < 20; ++m)
        for (int shift = 0; shift < (k == 4 ? 3 : 1); ++shift) {
          for (int way = 0; way < 2; ++way) {
            uint32_t x = 1;
            for (unsigned e = 0; e < sizeof(data[way]) / 4; ++e)
              ((uint32_t *)data[way])[e] = x = x * 1664525 + 1013904223;
            Row *c = data[way][0], *a = data[way][1], *b = data[way][2];
            // Two of the arrays overlap after that many rows.
            Nests[k][way](c, shift ? c + shift : a, shift ? c + shift - 1 : b,
                          n, m);
          }
          if (memcmp(data[0], data[1], sizeof(data[0]))) {
            printf("nest %d differs for %ld, %ld, %d\n", k, n, m, shift);
            wrong = 1;
          }
        }
  return wrong;
}
#endif

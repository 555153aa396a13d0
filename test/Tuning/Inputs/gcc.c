#include "gcc-key.h"

int callee(int);

// One cycle for each iteration, as every trip has a taken branch.
void mix(int *restrict a, const int *restrict b, long n) {
  for (long i = 0; i < n; ++i)
    a[i] = b[i] ^ Key;
}

void kept(int *restrict a, const int *restrict b, long n) {
#pragma GCC unroll 2
  for (long i = 0; i < n; ++i)
    a[i] = b[i] ^ Key;
}

void calling(int *a, long n) {
  for (long i = 0; i < n; ++i)
    a[i] = callee(a[i]);
}

#define EACH for (long i = 0; i < n; ++i)
void in_macro(int *restrict a, const int *restrict b, long n) {
  EACH a[i] = b[i] + 3;
}

// The condition stands behind; something stands before the loop on its line.
void tail(int *restrict a, const int *restrict b, long n) {
  long i = 0;
  if (n > 0) do {
    a[i] = b[i] + 5;
  } while (++i < n);
}

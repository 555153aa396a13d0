/* Loops of which only a run shows what they take: guides/what-a-run-did.md in
   docs. The folder shapes has what `kernel-opt run --save=shapes` recorded of
   the program that `gcc -O2 -fno-tree-vectorize -g` made. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1024 };
static double A[N + 2], B[N + 2];

/* Loads and additions: the ports of the first-level cache. */
__attribute__((noipa)) static void jacobi(double *To, const double *From) {
  for (int I = 1; I <= N; ++I)
    To[I] = (From[I - 1] + From[I] + From[I + 1]) * 0.25;
}

/* Called with To = From + 1: each trip loads what the last one has stored.
   Nothing in the code says so. */
__attribute__((noipa)) static void copy(double *To, const double *From,
                                        int Num) {
  for (int I = 0; I < Num; ++I)
    To[I] = From[I] + 1.0;
}

/* Half of the branches go either way, in no order. */
__attribute__((noipa)) static unsigned long choose(unsigned long Seed) {
  unsigned long Sum = 0;
  for (int I = 0; I < N; ++I) {
    Seed = Seed * 6364136223846793005u + 1442695040888963407u;
    if (Seed >> 63) {
      Sum += Seed;
      __asm__ volatile("" : "+r"(Sum));
    } else {
      __asm__ volatile("" : "+r"(Sum));
      Sum ^= I;
    }
  }
  return Sum + Seed;
}

int main(int NumArgs, char **Args) {
  int Rounds = NumArgs > 1 ? atoi(Args[1]) : 200000;
  unsigned long Sum = 1;
  for (int R = 0; R < Rounds; ++R) {
    jacobi(A, B);
    jacobi(B, A);
    copy(A + 1, A, N);
    Sum = choose(Sum);
  }
  printf("%lu %g\n", Sum, A[N]);
}

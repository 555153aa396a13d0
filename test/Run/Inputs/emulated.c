// A loop of loads for two of three parts of the time, and one of stores.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { Num = 4096 };
static double A[Num], B[Num];
static volatile sig_atomic_t NumSignals;

static void count(int Signal) {
  (void)Signal;
  ++NumSignals;
}

__attribute__((noinline)) double dot(void) {
  double Sum = 0;
  for (int I = 0; I < Num; ++I)
    Sum += A[I] * B[I];
  return Sum;
}

__attribute__((noinline)) void scale(double By) {
  for (int I = 0; I < Num; ++I)
    A[I] = B[I] * By;
}

int main(int Argc, char **Argv) {
  const int Rounds = Argc > 1 ? atoi(Argv[1]) : 1;
  double Sum = 0;
  for (int I = 0; I < Num; ++I)
    A[I] = B[I] = I % 3;
  signal(SIGUSR1, count);
  for (int R = 0; R < Rounds; ++R) {
    scale(1 + R % 2);
    Sum += dot();
    if (R < 3)
      raise(SIGUSR1);
  }
  printf("sum %.0f, %d signals\n", Sum, (int)NumSignals);
  if (Argc > 2)
    abort();
  return 3;
}

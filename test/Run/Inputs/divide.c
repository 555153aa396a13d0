/* Sweeps through 32 MiB of some milliseconds each; the divider is what they wait for. */
#include <stdio.h>
enum { Length = 1 << 22 };
static double X[Length];
__attribute__((noinline)) static void divide(double By) {
  for (long I = 0; I < Length; ++I)
    X[I] = By / (1.0 + X[I]);
}
int main(void) {
  for (int R = 0; R < 100; ++R)
    divide(R);
  printf("%f\n", X[7]);
  return 0;
}

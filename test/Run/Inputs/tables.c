// Places of a table that follow from what was read before. With 16 places, a load
// often reads what one of the last trips stored, and nothing says which one; with
// 65536 places it does not.
#include <stdint.h>
#include <stdlib.h>

static uint32_t Table[65536];

__attribute__((noinline)) static uint32_t move(uint32_t Places, long Num) {
  uint32_t J = 0;
  for (long I = 0; I < Num; ++I) {
    J = (J + Table[I & (Places - 1)]) & (Places - 1);
    Table[J] = (uint32_t)I * 2654435761u >> 7;
  }
  return J;
}

int main(int Argc, char **Argv) {
  const uint32_t Places = Argc > 1 ? (uint32_t)atoi(Argv[1]) : 16;
  for (uint32_t I = 0; I < 65536; ++I)
    Table[I] = I * 2654435761u >> 9;
  uint32_t Sum = 0;
  for (int I = 0; I < 400; ++I)
    Sum += move(Places, 200000);
  return Sum == 1;
}

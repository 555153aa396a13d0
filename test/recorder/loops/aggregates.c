/*===- aggregates.c ---------------------------------------------------===*\
|*
|* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Structures, unions, and memory read as another type.
|*
\*===----------------------------------------------------------------------===*/

#include "corpus.h"

struct Point {
  double X, Y;
  int Tag, Pad;
};

struct Node {
  struct Node *Next;
  int64_t Value;
};

struct Packed {
  uint8_t Kind;
  uint32_t Value;
} __attribute__((packed));

union Word {
  uint64_t All;
  uint32_t Half[2];
  uint8_t Byte[8];
};

LOOP(structure, previous_field, (struct Point * P), ((struct Point *)D0)) {
  for (int I = 1; I < N; ++I) {
    P[I].X = P[I - 1].Y + 1;
    P[I].Y = P[I - 1].X * 0.5;
  }
}

LOOP(structure, one_field, (struct Point * P), ((struct Point *)D0)) {
  for (int I = 3; I < N; ++I)
    P[I].Tag = P[I - 3].Tag + 1;
}

LOOP(structure, pointer_walk, (struct Point * P, struct Point *End),
     ((struct Point *)D0, (struct Point *)D0 + N)) {
  for (P += 2; P != End; ++P)
    P->Y = P[-2].Y - P[-1].X;
}

LOOP(structure, copies, (struct Point * P), ((struct Point *)D0)) {
  for (int I = 4; I < N; ++I)
    P[I] = P[I - 4];
}

LOOP(structure, state, (struct Point * P, const double *A),
     ((struct Point *)D0, D1)) {
  for (int I = 0; I < N; ++I) {
    P->X = P->X * 0.5 + A[I];
    P->Y += P->X;
    P->Tag++;
  }
}

LOOP(structure, packed_fields, (struct Packed * P), ((struct Packed *)D0)) {
  for (int I = 2; I < N; ++I)
    P[I].Value = P[I - 2].Value + P[I - 1].Kind;
}

LOOP(structure, list_update, (struct Node * P), ((struct Node *)L0)) {
  for (int I = 0; I < N; ++I)
    P[I].Next = &P[I + 1];
  P[N].Next = 0;
  for (; P->Next; P = P->Next)
    P->Next->Value += P->Value;
}

LOOP(structure, ring_list, (struct Node * P), ((struct Node *)L0)) {
  for (int I = 0; I < 4; ++I)
    P[I].Next = &P[(I + 1) % 4];
  for (int I = 0; I < N; ++I) {
    P->Value += I;
    P = P->Next;
  }
}

LOOP(aliased, halves_then_whole, (union Word * W, uint64_t *Out),
     ((union Word *)L0, (uint64_t *)L1)) {
  for (int I = 0; I < N; ++I) {
    ((volatile union Word *)W)->Half[0] = I;
    ((volatile union Word *)W)->Half[1] = I + 1;
    Out[I] = ((volatile union Word *)W)->All;
  }
}

LOOP(aliased, whole_then_halves, (volatile union Word * W, uint32_t *Out),
     ((volatile union Word *)L0, (uint32_t *)I0)) {
  for (int I = 0; I < N; ++I) {
    W[I].All = I * 0x100000001u;
    Out[I] = W[I].Half[1] + W[I].Half[0];
  }
}

LOOP(aliased, byte_into_word, (volatile union Word * W),
     ((volatile union Word *)L0)) {
  for (int I = 1; I < N; ++I) {
    W[I].Byte[3] = I;
    W[I].All += W[I - 1].Byte[3];
  }
}

typedef uint32_t __attribute__((may_alias)) BitsOfAnything;

LOOP(aliased, float_bits, (volatile float *A, volatile BitsOfAnything *B),
     (F0, (volatile BitsOfAnything *)F0)) {
  for (int I = 1; I < N; ++I) {
    A[I] = A[I - 1] * 0.5f;
    B[I] ^= 0x80000000u;
  }
}

LOOP(aliased, straddle, (uint8_t *B), (B0)) {
  for (int I = 0; I < N; ++I) {
    uint64_t X;
    memcpy(&X, B + I, sizeof X);
    X = X * 3 + 1;
    uint32_t Y = X >> 16;
    memcpy(B + I + 6, &Y, sizeof Y);
  }
}

LOOP(aliased, words_in_bytes, (uint8_t *B), (B0)) {
  for (int I = 4; I < 4 * N; I += 4) {
    uint32_t X;
    memcpy(&X, B + I - 4, sizeof X);
    X ^= X << 3;
    memcpy(B + I, &X, sizeof X);
  }
}

LOOP(aliased, local_table, (int *Out, const int *A), (I0, I1)) {
  volatile int T[8] = {0};
  for (int I = 0; I < N; ++I) {
    T[I & 7] = A[I];
    Out[I] = T[(I - 3) & 7];
  }
}

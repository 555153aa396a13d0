// Loops whose pointers may be anywhere in one array, and a driver that compares them with the same loops as they are
// compiled without a change.
#include <stdint.h>
#include <string.h>

#ifdef DRIVER
#include <stdio.h>
#include <stdlib.h>
#endif
#ifndef NAME
#define NAME(N) N
#endif
typedef uint32_t word;

void NAME(sum)(word *p, word *q, word *r, long n) {
  for (long i = 0; i < n; ++i)
    *p += q[i] * 3 + r[i];
}

void NAME(scale)(word *p, word *q, word *r, long n) {
  for (long i = 0; i < n; ++i)
    p[i] = q[i] * *r + r[1];
}

void NAME(filter)(word *p, word *q, word *r, long n) {
  for (long i = 0; i < n; ++i) {
    const word v = q[i] - 5 * r[0] + 3 * r[1];
    p[i] = v;
    r[1] = r[0];
    r[0] = v;
  }
}

void NAME(backwards)(word *p, word *q, word *r, long n) {
  for (long i = 0; i < n; ++i)
    p[n - 1 - i] = q[i] ^ *r;
}

void NAME(stride)(word *p, word *q, word *r, long n) {
  for (long i = 0; i < n; ++i)
    p[2 * i] = q[i] + 7 * r[i];
}

void NAME(two_stores)(word *p, word *q, word *r, long n) {
  for (long i = 0; i < n; ++i) {
    p[i] += q[i];
    q[i] ^= p[i] * r[i];
  }
}

void NAME(same_again)(word *p, word *q, word *r, long n) {
  for (long i = 0; i < n; ++i) {
    p[i] = q[i] + 1;
    r[i] = q[i] * p[i];
  }
}

void NAME(divide)(word *p, word *q, word *r, long n) {
  const word *d = r + 1;
  for (long i = 0; i < n; ++i)
    p[i] = *d ? q[i] / *d : 77;
}

// Where the elements of q are is not known before the loop.
void NAME(gather)(word *p, word *q, word *r, long n) {
  for (long i = 0; i < n; ++i)
    p[i] = q[r[i] & 7] + 3 * r[1];
}

void NAME(kept)(word *p, word *q, word *r, long n) {
  for (long i = 0; i < n; ++i) {
    p[i + 3] = p[i] * 3 + q[i];
    *r ^= p[i];
  }
}

void NAME(bytes)(word *p, word *q, word *r, long n) {
  uint8_t *b = (uint8_t *)p + 1;
  for (long i = 0; i < n; ++i)
    b[i] = (uint8_t)(q[i] + *r);
}

// Each place is loaded with three bytes more than are stored.
void NAME(widths)(word *p, word *q, word *r, long n) {
  uint8_t *b = (uint8_t *)p + 1;
  for (long i = 0; i < n; ++i) {
    word w;
    memcpy(&w, b + i, 4);
    b[i] = (uint8_t)(w >> 9);
    *r += w;
  }
  (void)q;
}

// Data decide how far it gets.
void NAME(leaves)(word *p, word *q, word *r, long n) {
  for (long i = 0; i < n; ++i) {
    const word v = q[i] + 3 * r[0] + 5 * r[1];
    p[n - 1 - i] = v;
    r[1] = r[0];
    r[0] = v;
    if ((q[i] & 7) == 5)
      break;
  }
}

void NAME(product)(word *p, word *q, word *r, long n) {
  for (long i = 0; i < n; ++i) {
    *p *= q[i] | 1;
    r[i + 1] = r[i] + q[i];
  }
}

void NAME(condition)(word *p, word *q, word *r, long n) {
  for (long i = 0; i < n; ++i) {
    if (q[i] & 1)
      *p += q[i];
    r[i] = *p;
  }
}

// Each row has places of its own.
void NAME(rows)(word *p, word *q, word *r, long n) {
  for (long j = 0; j < 3; ++j)
    for (long i = 0; i < n; ++i)
      p[j] += q[i + j] * r[2 * j];
}

#ifdef DRIVER
#define LOOPS                                                                                                           \
  ROW(sum) ROW(scale) ROW(filter) ROW(backwards) ROW(stride) ROW(two_stores) ROW(same_again) ROW(divide) ROW(gather)    \
  ROW(kept) ROW(bytes) ROW(widths) ROW(leaves) ROW(product) ROW(condition) ROW(rows)
typedef void loop(word *, word *, word *, long);
#define ROW(N) loop plain_##N, changed_##N;
LOOPS
#undef ROW
#define ROW(N) {#N, plain_##N, changed_##N},
static const struct {
  const char *name;
  loop *plain, *changed;
} loops[] = {LOOPS};

/// Pointers are up to Far elements apart, and each loop uses up to 2 Most + 2 elements from one on.
enum { Most = 9, Far = 11, Elements = Far + 2 * Most + 2 };

static int differs(unsigned k, long n, long at, long from, long with) {
  // The heap, so that a sanitizer knows the bounds.
  word *const data[] = {malloc(4 * Elements), malloc(4 * Elements)};
  for (int way = 0; way < 2; ++way) {
    word *const a = data[way];
    for (int j = 0; j < Elements; ++j)
      a[j] = (j + 1) * 2654435761u >> (j % 3 * 9);
    (way ? loops[k].changed : loops[k].plain)(a + at, a + from, a + with, n);
  }
  const int is_other = memcmp(data[0], data[1], 4 * Elements) != 0;
  free(data[0]);
  free(data[1]);
  return is_other;
}

int main(void) {
  int wrong = 0;
  for (unsigned k = 0; k < sizeof(loops) / sizeof(*loops); ++k) {
    loops[k].changed(NULL, NULL, NULL, 0);
    for (long n = 1; n <= Most; ++n)
      for (long at = 0; at <= Far; ++at)
        for (long from = 0; from <= Far; ++from)
          for (long with = 0; with <= Far; ++with)
            if (differs(k, n, at, from, with)) {
              if (!wrong)
                printf("%s differs with %ld iterations at %ld %ld %ld\n", loops[k].name, n, at, from, with);
              wrong = 1;
            }
  }
  return wrong;
}
#endif

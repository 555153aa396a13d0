// Loops that are changed, and a driver that compares them with the same loops written with volatile accesses, which
// nothing changes.
#include <stdint.h>

#ifdef DRIVER
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#define ELEMENT volatile uint32_t
#define NAME(N) plain_##N
#else
#define ELEMENT uint32_t
#define NAME(N) N
#endif

// Elements up to n + 4.
uint32_t NAME(ahead)(ELEMENT *a, long n) {
  for (long i = 0; i < n; ++i)
    a[i + 5] = a[i] * 3 + a[i + 2];
  return 0;
}

// Elements down to a[-n - 4].
uint32_t NAME(behind)(ELEMENT *a, long n) {
  for (long i = 0; i < n; ++i)
    a[-i - 5] = a[-i - 1] ^ a[-i - 3];
  return 0;
}

uint32_t NAME(product)(ELEMENT *a, long n) {
  uint32_t s = 5, t = 7;
  for (long i = 0; i < n; ++i) {
    s *= a[i] | 1;
    if (a[i + 4] & 1)
      t += a[i + 2];
    if (a[i + 3] == 77)
      break;
  }
  return s ^ t;
}

// Quotients and remainders of two numbers for each pair.
#define DIVISIONS(T)                                                                                                    \
  void NAME(T##_divisions)(volatile int64_t *to, const T##_t *x, T##_t d, long n) {                                     \
    for (long i = 0; i < n; ++i) {                                                                                      \
      to[2 * i] = (T##_t)(x[i] / d);                                                                                    \
      to[2 * i + 1] = (T##_t)(x[i] % d);                                                                                \
    }                                                                                                                   \
  }
DIVISIONS(uint8) DIVISIONS(int8) DIVISIONS(uint16) DIVISIONS(int16) DIVISIONS(uint32) DIVISIONS(int32)
DIVISIONS(uint64) DIVISIONS(int64)

#ifdef DRIVER
uint32_t ahead(uint32_t *, long), behind(uint32_t *, long), product(uint32_t *, long);

enum { Most = 40 };
static uint32_t data[Most + 8];

/// Between two pages that cannot be read.
static uint32_t *page(void) {
  const long size = sysconf(_SC_PAGESIZE);
  char *p = mmap(NULL, 3 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(p, size, PROT_NONE);
  mprotect(p + 2 * size, size, PROT_NONE);
  return (uint32_t *)(p + size);
}

static int differs(uint32_t (*plain)(ELEMENT *, long), uint32_t (*changed)(uint32_t *, long), long n, long used,
                   int is_backwards) {
  static uint32_t *places[2];
  const long elements = sysconf(_SC_PAGESIZE) / 4;
  uint32_t results[2];
  for (int k = 0; k < 2; ++k) {
    if (!places[k])
      places[k] = page();
    uint32_t *a = places[k] + (is_backwards ? 0 : elements - used);
    memcpy(a, data, used * 4);
    uint32_t *at = is_backwards ? a + used : a;
    results[k] = k ? changed(at, n) : plain(at, n);
  }
  return results[0] != results[1] || memcmp(places[0], places[1], elements * 4) != 0;
}

/// Numbers near powers of two, small ones, sums of two powers, and some drawn.
static int64_t number(int k, uint32_t *x) {
  if (k < 256)
    return (int64_t)(((uint64_t)1 << (k / 4)) + k % 4 - 2);
  if (k < 288)
    return k - 272;
  // Digits of the reciprocals of these are estimated most badly.
  if (k < 352)
    return (int64_t)(((uint64_t)1 << 63) + ((uint64_t)1 << (k - 288)) - 3);
  const uint64_t upper = *x = *x * 1664525 + 1013904223;
  *x = *x * 1664525 + 1013904223;
  // Of all lengths; the lower bits of what is drawn are poor.
  return (int64_t)((upper << 32 ^ *x) >> (k % 8 * 8));
}

enum { Numbers = 650 };
#define DIFFERS(T)                                                                                                      \
  void T##_divisions(volatile int64_t *, const T##_t *, T##_t, long);                                                   \
  static int T##_differs(void) {                                                                                        \
    static int64_t plain[2 * Numbers], changed[2 * Numbers];                                                            \
    static T##_t x[Numbers];                                                                                            \
    uint32_t state = 1;                                                                                                 \
    for (int k = 0; k < Numbers; ++k)                                                                                   \
      x[k] = (T##_t)number(k, &state);                                                                                  \
    for (int k = 0; k < Numbers; ++k) {                                                                                 \
      if (x[k] == 0 || x[k] == (T##_t)-1)                                                                               \
        continue;                                                                                                       \
      plain_##T##_divisions(plain, x, x[k], Numbers);                                                                   \
      T##_divisions(changed, x, x[k], Numbers);                                                                         \
      if (memcmp(plain, changed, sizeof(plain))) {                                                                      \
        printf(#T ": by %lld\n", (long long)x[k]);                                                                      \
        return 1;                                                                                                       \
      }                                                                                                                 \
    }                                                                                                                   \
    T##_divisions(changed, x, 0, 0); /* No iteration divides. */                                                        \
    return 0;                                                                                                           \
  }
DIFFERS(uint8) DIFFERS(int8) DIFFERS(uint16) DIFFERS(int16) DIFFERS(uint32) DIFFERS(int32)
DIFFERS(uint64) DIFFERS(int64)

int main(void) {
  int wrong = uint8_differs() + int8_differs() + uint16_differs() + int16_differs() + uint32_differs() + int32_differs() +
              uint64_differs() + int64_differs();
  for (unsigned seed = 1; seed < 20; ++seed)
    for (long n = 1; n <= Most; ++n) {
      uint32_t x = seed;
      for (int k = 0; k < Most + 8; ++k)
        data[k] = (x = x * 1664525 + 1013904223) >> (seed % 3 * 8);
      if (seed % 4 == 0)
        data[n / 2 + 3] = 77;
      const int bits = differs(plain_ahead, ahead, n, n + 5, 0) + 2 * differs(plain_behind, behind, n, n + 4, 1) +
                       4 * differs(plain_product, product, n, n + 4, 0);
      if (bits)
        printf("%ld iterations: %d\n", n, bits);
      wrong |= bits;
    }
  return wrong != 0;
}
#endif

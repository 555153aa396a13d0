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

int main(void) {
  int wrong = 0;
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

// Inline assembly of x86 that is nothing but instructions: in both syntaxes, in
// loops and in front of them, with all kinds of operands.
#include <stddef.h>
#include <stdint.h>

double hide_sum(double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i) {
    s += a[i];
    __asm__("" : "+x"(s));
  }
  return s;
}

void barrier(double *a, long n) {
  for (long i = 0; i < n; ++i) {
    a[i] *= 2;
    __asm__ volatile("# compiler barrier\n\t" ::: "memory");
  }
}

uint64_t rotate(uint64_t x, uint64_t y, long n) {
  for (long i = 0; i < n; ++i)
    __asm__("{rorq $7, %0|ror %0, 7}\n\t{addq %1, %0|add %0, %1}"
            : "+r"(x)
            : "r"(y)
            : "cc");
  return x;
}

void store(int *p, long n) {
  for (long i = 0; i < n; ++i)
    __asm__ volatile("{movl %1, %0|mov %0, %1}" : "=m"(p[i]) : "r"((int)i));
}

void count(int *p, long n) {
  for (long i = 0; i < n; ++i)
    __asm__ volatile("{lock; incl %0|lock; inc dword ptr %0}" : "+m"(*p)::"cc");
}

void fill(void *p, long n) {
  for (long i = 0; i < n; ++i) {
    void *q = p;
    size_t words = 8;
    __asm__ volatile("rep stosq" : "+D"(q), "+c"(words) : "a"(0L) : "memory");
  }
}

uint32_t low_bytes(unsigned char *p, long n) {
  uint32_t sum = 0;
  for (long i = 0; i < n; ++i) {
    uint32_t b;
    __asm__("{movzbl %1, %k0|movzx %k0, byte ptr %1}" : "=r"(b) : "m"(p[i]));
    __asm__("{addb %b1, %b0|add %b0, %b1}" : "+q"(sum) : "q"(b) : "cc");
  }
  return sum;
}

extern int counter;
void global(long n) {
  for (long i = 0; i < n; ++i)
    __asm__ volatile("{incl %0|inc dword ptr %0}" : "+m"(counter)::"cc");
}

long constant(long n) {
  long x = n;
  __asm__("{movq %1, %0|mov %0, %1}" : "=r"(x) : "i"(40));
  for (long i = 0; i < n; ++i)
    __asm__ volatile("{imulq %1, %0, %0|imul %0, %0, %1}" : "+r"(x) : "i"(48));
  return x;
}

void wait(volatile int *p) {
  while (!*p)
    __asm__ volatile("pause");
}

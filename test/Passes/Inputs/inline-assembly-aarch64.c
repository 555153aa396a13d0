// Inline assembly of AArch64 that is nothing but instructions.
double hide_sum(double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i) {
    s += a[i];
    __asm__("" : "+w"(s));
  }
  return s;
}

unsigned long rotate(unsigned long x, unsigned long y, long n) {
  for (long i = 0; i < n; ++i)
    __asm__("ror %0, %0, #7\n\tadd %0, %0, %1" : "+r"(x) : "r"(y));
  return x;
}

void store(int *p, long n) {
  for (long i = 0; i < n; ++i)
    __asm__ volatile("str %w1, %0" : "=m"(p[i]) : "r"((int)i));
}

double multiply(double *a, double f, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    __asm__("fmadd %d0, %d1, %d2, %d0" : "+w"(s) : "w"(a[i]), "w"(f));
  return s;
}

void wait(volatile int *p) {
  while (!*p)
    __asm__ volatile("yield // gives way");
}

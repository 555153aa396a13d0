// Inline assembly of RISC-V that is nothing but instructions.
unsigned long rotate(unsigned long x, unsigned long y, long n) {
  for (long i = 0; i < n; ++i)
    __asm__("addi %0, %0, 7\n\tadd %0, %0, %1" : "+r"(x) : "r"(y));
  return x;
}
double hide_sum(double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i) {
    s += a[i];
    __asm__("" : "+f"(s));
  }
  return s;
}

void store(int *p, long n) { for (long i = 0; i < n; ++i) __asm__ volatile("sw %1, %0\n\tcsrr x5, cycle" : "=m"(p[i]) : "r"((int)i):"x5"); }

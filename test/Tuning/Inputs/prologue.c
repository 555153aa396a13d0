// A chain that cannot be vectorized, with few instructions.
unsigned hash(const unsigned char *p, long n) {
  unsigned h = 5381;
  for (long i = 0; i < n; ++i)
    h = h * 33 ^ p[i];
  return h;
}

// A chain that cannot be vectorized. No value begins with a constant, and so the
// unroller puts the loop for what is left over before the unrolled one.
unsigned hash(unsigned h, const unsigned char *p, const unsigned char *end) {
  for (; p != end; ++p)
    h = h * 33 ^ *p;
  return h;
}

// Two functions of which one gains.
float sumsq(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

void minus(float *restrict z, const float *x, const float *y, long n) {
  for (long i = 0; i < n; ++i)
    z[i] = x[i] - y[i];
}

// Without leave to change the order of floating point no candidate asks for
// vectors where a value goes from iteration to iteration: sums, sums by fma, of
// converted numbers, under a condition, least values, numbers counted up. Leave
// for something else is no leave.
// RUN: kernel-opt tune --quiet --budget=6 --cpu=znver4 --format=json %s -- %clang --target=x86_64-linux-gnu -O3 -march=x86-64-v3 | FileCheck %s
// RUN: kernel-opt tune --quiet --budget=6 --cpu=znver4 --format=json %s -- %clang --target=x86_64-linux-gnu -O3 -march=x86-64-v3 -fno-math-errno -fno-trapping-math -ffp-contract=fast -freciprocal-math -ffinite-math-only -fno-signed-zeros | FileCheck %s
// RUN: kernel-opt tune --quiet --budget=6 --cpu=znver4 --format=json %s -- %clang --target=x86_64-linux-gnu -O3 -march=x86-64-v3 -ffp-model=strict | FileCheck %s
// CHECK: "functions": [
// CHECK-NOT: "vectorize_width": {{[2-9]|[1-9][0-9]}}
// CHECK: "verdict": "left"
// CHECK-NOT: "vectorize_width": {{[2-9]|[1-9][0-9]}}

// With that leave they do.
// RUN: kernel-opt tune --quiet --budget=6 --function='^sum$' --cpu=znver4 --format=json %s -- %clang --target=x86_64-linux-gnu -O3 -march=x86-64-v3 -fassociative-math -fno-signed-zeros -fno-trapping-math | FileCheck %s --check-prefix=LEAVE
// LEAVE: "vectorize_width": 2

float sum(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i];
  return s;
}

double sum_fma(const double *x, const double *y, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s = __builtin_fma(x[i], y[i], s);
  return s;
}

double sum_converted(const int *x, const float *y, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * (double)y[i];
  return s;
}

float sum_of_some(const float *x, const int *y, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s = y[i] > 3 ? s + x[i] : s;
  return s;
}

float least(const float *x, const float *y, long n) {
  float s = 1;
  for (long i = 0; i < n; ++i)
    s = __builtin_fminf(s, x[i] * y[i]);
  return s;
}

void counted(float *x, long n) {
  float t = 0;
  for (long i = 0; i < n; ++i) {
    x[i] = t;
    t += 0.1f;
  }
}

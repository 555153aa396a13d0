// With many iterations, eight vectors side by side are the best for these sums.
// With twenty, eight of them would never be done, and two or four are chosen.
// REQUIRES: clang, plugin
// DEFINE: %{tune} = kernel-opt tune --cpu=znver4 %s
// DEFINE: %{with} = %clang --target=x86_64-linux-gnu -O3 -ffast-math

// The number is told.
// RUN: %{tune} --function=sumsq --trip-count=20 -- %{with} -march=x86-64-v3 | FileCheck %s --check-prefix=TOLD
// RUN: %{tune} --function=sumsq --trip-count=1000000 -- %{with} -march=x86-64-v3 | FileCheck %s --check-prefix=TOLD-MANY
// TOLD: sumsq {{.*}} (20) {{.*}} interleave_count(2){{$}}
// TOLD-MANY: sumsq {{.*}} (1000000) {{.*}} interleave_count(8){{$}}

// The compiler knows it, and wins over what is told. The loop is so large that
// it stays one: four vectors of four, and four iterations that are left over.
// RUN: %{tune} --function=known --trip-count=1000000 -- %{with} -march=x86-64 -DN=20 | FileCheck %s --check-prefix=KNOWN
// RUN: %{tune} --function=known -- %{with} -march=x86-64 -DN=200000 | FileCheck %s --check-prefix=KNOWN-MANY
// Its values need more registers than there are, which the remark says, too.
// KNOWN: known {{.*}} (20) {{.*}} {{1[0-9]}} {{[1-9][0-9]*}} interleave_count(4) unroll(disable){{$}}
// RUN: %{with} -march=x86-64 -DN=20 -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4 -mllvm -kernel-bounds-tune=suggest -mllvm -kernel-bounds-function=known -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: iterations) on znver4, +{{[0-9]+}} bytes, {{[1-9][0-9]*}} spills [
// KNOWN-MANY: known {{.*}} (200000) {{.*}} interleave_count(8) unroll_count(2){{$}}

#ifndef N
#define N 20
#endif

float sumsq(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

#define TERMS                                                                  \
  s += v * 0.5f, v *= v + 1.5f, s += v * v, v = v * 3 + s, s = s * v + 2,      \
      v = v * 7 + s, s = s * v + 9, s = s * s + v;
#define TERMS4 TERMS TERMS TERMS TERMS
#define TERMS16 TERMS4 TERMS4 TERMS4 TERMS4

float known(const float *x) {
  float t = 0;
  for (long i = 0; i < N; ++i) {
    float v = x[i], s = 0;
    TERMS16
    t += s;
  }
  return t;
}

// A scatter has no pointer, but the types of the language tell it from a load.
// DEFINE: %{flags} = --target=x86_64-linux-gnu -O2 -march=skylake-avx512 -mprefer-vector-width=512 -fno-caret-diagnostics -fpass-plugin=%plugin -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds
// RUN: %clang %{flags} -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not='meets'
// RUN: %clang %{flags} -fno-strict-aliasing -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OFF
void spread(float *out, const long *restrict at, const long *a, long n) {
#pragma clang loop vectorize(enable) vectorize_width(8) interleave_count(1)
  // CHECK: type-rules-scatter.c:[[#@LINE+2]]:3: remark: loop takes {{.*}} (vector body)
  // OFF: type-rules-scatter.c:[[#@LINE+1]]:3: remark: at most {{.*}}'restrict' on either settles it, -fstrict-aliasing may
  for (long i = 0; i < n; ++i)
    out[at[i]] = (float)a[i];
}

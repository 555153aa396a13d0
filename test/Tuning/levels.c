// With -O2 loops are tuned as with -O3, and from -ffast-math the leave to change
// the order of additions is taken there, too. With -O1 and -Os nothing is said.
// REQUIRES: clang, plugin
// DEFINE: %{tune} = %clang --target=x86_64-linux-gnu -march=x86-64-v3 -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4 -mllvm -kernel-bounds-tune-trip-count=1000000 -mllvm -kernel-bounds-tune=apply -Rpass=kernel-bounds -S %s -o -
// RUN: %{tune} -O2 -ffast-math 2>&1 | FileCheck %s
// RUN: %{tune} -O3 -ffast-math 2>&1 | FileCheck %s
// CHECK: levels.c:[[#@LINE+19]]:3: remark: #pragma clang loop interleave_count(8) takes 0.063 instead of 0.125 cy/src-it
// CHECK-LABEL: sumsq:
// CHECK-COUNT-8: vfmadd231ps {{.*}}, %ymm
// CHECK-NOT: vfmadd231ps {{.*}}, %ymm
// CHECK: vaddps

// Without it, the order of additions stays with -O2 as well.
// RUN: %{tune} -O2 2>&1 | FileCheck %s --check-prefix=STRICT
// STRICT-NOT: remark: {{.*}}interleave
// STRICT-LABEL: sumsq:
// STRICT-NOT: {{add|231}}ps
// STRICT: vfmadd231ss
// STRICT-NOT: {{add|231}}ps
// RUN: %{tune} -O1 -ffast-math 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %{tune} -Os -ffast-math 2>&1 | FileCheck %s --check-prefix=NONE
// NONE-NOT: remark:

float sumsq(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

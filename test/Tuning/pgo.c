// A profile of branches tells how many iterations a loop does in the mean, and
// which loops are cold.
// REQUIRES: clang, plugin
// RUN: rm -rf %t && split-file %S/Inputs/pgo.txt %t
// RUN: llvm-profdata merge %t/counts.proftext -o %t/counts.profdata
// DEFINE: %{flags} = %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 -fprofile-instr-use=%t/counts.profdata
// RUN: kernel-opt tune --cpu=znver4 %s -- %{flags} | FileCheck %s
// CHECK: pgo.c:[[#]]:3 often {{.*}} (about 10000) {{[+-][0-9]+}} {{1[0-9]}} interleave_count(8)
// CHECK-NOT: interleave_count(8)
// CHECK: pgo.c:[[#]]:3 seldom {{.*}}as compiled
// CHECK-NOT: interleave_count(8)
// CHECK: pgo.c:[[#]]:3 never not judged: the profile says that it is cold
// RUN: %{flags} -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4 -mllvm -kernel-bounds-tune=suggest -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: pgo.c:[[#@LINE+8]]:3: remark: #pragma clang loop interleave_count(8){{.*}} would take {{.*}} times as fast with about 10000 iterations by the profile)

// Metadata may say so without a count of the function; 0 says nothing.
// RUN: %clang -O3 -march=x86-64-v3 -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4 -mllvm -kernel-bounds-tune=suggest -Rpass-missed=kernel-bounds -c -x ir %t/estimated.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=ESTIMATED '--implicit-check-not=by the profile'
// ESTIMATED: remark: {{.*}}#pragma clang loop interleave_count(8) would take {{.*}} times as fast with about 7000 iterations by the profile)

float often(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

float seldom(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

float never(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

// Candidates have the vectors that the compiler prefers, of 256 bits here. That
// the core has wider ones is told by a flag, as no pragma asks for them, and the
// code is as it is without.
// REQUIRES: clang, plugin
// DEFINE: %{with} = %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=icelake-server
// RUN: kernel-opt tune --trip-count=1000000 %s -- %{with} | FileCheck %s
// CHECK: scale 0.[[#%d,NOW:]] as compiled
// CHECK: flags for the whole file faster slower mean gain
// CHECK: -mprefer-vector-width=512 1 0 {{1\.[5-9]|2\.0}}[[#]]x
// RUN: kernel-opt tune --trip-count=1000000 --format=json %s -- %{with} | FileCheck %s --check-prefix=JSON
// JSON: "flags": "-mprefer-vector-width=512"
// RUN: %{with} -fpass-plugin=%plugin -mllvm -kernel-bounds-tune=apply -mllvm -kernel-bounds-tune-trip-count=1000000 -Rpass-missed=kernel-bounds -S %s -o %t.s 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: wider-vectors.c:[[#@LINE+13]]:3: remark: -mprefer-vector-width=512 would take 0.{{[0-9]+}} instead of 0.{{[0-9]+}} cy/src-it at the same clock ({{1\.[5-9]|2\.0}}{{[0-9]}} times as fast) on icelake-server [
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t.s --implicit-check-not=zmm
// CODE: ymm

// Nothing is said where they are preferred, where there are none, and of a loop
// without vectors.
// RUN: kernel-opt tune --trip-count=1000000 %s -- %{with} -mprefer-vector-width=512 | FileCheck %s --check-prefix=NONE
// RUN: kernel-opt tune --trip-count=1000000 --cpu=icelake-server %s -- %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 | FileCheck %s --check-prefix=NONE
// RUN: kernel-opt tune --trip-count=1000000 %s -- %{with} -DCHAIN | FileCheck %s --check-prefix=NONE
// NONE-NOT: -mprefer

#ifndef CHAIN
void scale(float *restrict y, const float *x, float a, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = a * x[i];
}
#else
void scale(int *y, long n) {
  for (long i = 1; i < n; ++i)
    y[i] = y[i - 1] * 3 + y[i];
}
#endif

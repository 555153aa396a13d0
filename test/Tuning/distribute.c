// One statement waits for what the last iteration has stored, the other one does
// not: apart from it, that one becomes vectors. The times of both loops add up.
// REQUIRES: plugin, clang
// DEFINE: %{flags} = --target=x86_64-linux-gnu -O3 -march=x86-64-v3 -fno-math-errno
// DEFINE: %{tune} = %clang %{flags} -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4
// RUN: rm -rf %t && mkdir %t
// RUN: %{tune} -mllvm -kernel-bounds-tune=suggest -mllvm -kernel-bounds-tune-record=%t/record.json -Rpass-missed=kernel-bounds -c %s -o %t/suggest.o 2>&1 | FileCheck %s
// RUN: %clang %{flags} -c %s -o %t/plain.o
// RUN: cmp %t/suggest.o %t/plain.o
// RUN: FileCheck %s --check-prefix=RECORD --input-file=%t/record.json

// A piece has the loop of vectors, another one the scalar loop. Each does all
// iterations. The loop for arrays that overlap is in neither.
// RECORD: "distribute": true
// RECORD: "parts": [
// RECORD-NOT: "tried"
// RECORD: "piece": 1
// RECORD-NOT: "piece": 2

// The code with the pragma is the applied one.
// RUN: cp %s %t/a.c
// RUN: kernel-opt tune --quiet --apply --cpu=znver4 %t/a.c -- %clang %{flags}
// RUN: FileCheck %s --check-prefix=APPLIED --input-file=%t/a.c
// RUN: %{tune} -mllvm -kernel-bounds-tune=apply -S %s -o - | grep -v '\.file' > %t/apply.s
// RUN: %clang %{flags} -S %t/a.c -o - | grep -v '\.file' > %t/pragma.s
// RUN: cmp %t/apply.s %t/pragma.s
// APPLIED: {{^}}void apart
// APPLIED: {{^}}  #pragma clang loop distribute(enable)

void apart(float *a, float *b, const float *c, const float *d, long n) {
  // CHECK: distribute.c:[[#@LINE+1]]:3: remark: #pragma clang loop distribute(enable) {{.*}}would take {{[0-9.]+}} instead of
  for (long i = 0; i < n; ++i) {
    a[i + 1] = a[i] * 0.5f + c[i];
    b[i] = __builtin_sqrtf(c[i]) / d[i];
  }
}

// The second statement needs the first one's value: nothing can be divided.
void chain(float *a, float *b, const float *c, long n) {
  // CHECK-NOT: distribute.c:[[#@LINE+1]]:3: remark: #pragma clang loop distribute
  for (long i = 0; i < n; ++i) {
    a[i + 1] = b[i] * 0.5f;
    b[i + 1] = a[i] + c[i];
  }
}

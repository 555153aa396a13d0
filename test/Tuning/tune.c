// Cases with a known answer. With vectors of 8 elements a sum of squares needs
// two operations of the units for each vector, one load and one fma, of which
// the core starts two in a cycle: 8 chains of latency 4 keep it busy, and the
// compiler makes 4. A dot product loads two vectors for each fma: 4 chains do.
// RUN: kernel-opt tune --cpu=znver4 --trip-count=1000000 %s -- %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 | FileCheck %s
// CHECK: tune.c: 3 loops, 1 gains more than 5 % by the model of znver4
// CHECK: tune.c:[[#]]:3 sumsq 0.125 0.063 2.00x (1000000) +{{[0-9]+}} {{1[0-9]}} interleave_count(8)
// CHECK: tune.c:[[#]]:3 dot 0.125 as compiled
// CHECK: tune.c:[[#]]:3 kept kept as its user says (llvm.loop.interleave.count)

// Where nobody knows how many iterations there are, the mean over 64 to 2,000 of
// them counts. What is left over is more with 8 chains: 300 iterations take longer
// with them, in the model as measured on Zen 5.
// RUN: kernel-opt tune --cpu=znver4 --function=sumsq %s -- %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 | FileCheck %s --check-prefix=MEAN
// MEAN: sumsq 0.237 0.218 1.09x {{[0-9]+}} +{{[0-9]+}} {{1[0-9]}} interleave_count(8)
// RUN: kernel-opt tune --cpu=znver4 --trip-count=1000 --function=sumsq %s -- %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 | FileCheck %s --check-prefix=MANY
// MANY: sumsq 0.143 0.095 1.51x (1000) +{{[0-9]+}} {{1[0-9]}} interleave_count(8)

// RUN: kernel-opt tune --cpu=znver4 --trip-count=300 --function=sumsq %s -- %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 | FileCheck %s --check-prefix=FEW
// FEW: tune.c: 1 loop, 0 gain
// FEW: sumsq {{.*}}as compiled

// With the vectors of 16 that -march=znver4 has, the dot product can load one of
// each array in two cycles, in which two chains do one addition: with many
// iterations both loops are at their limits. Two chains leave fewer iterations
// over than four, which gains on average, and costs time for some numbers.
// RUN: kernel-opt tune --trip-count=1000000 %s -- %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=znver4 | FileCheck %s --check-prefix=ZMM
// ZMM: tune.c: 3 loops, 0 gain more than 5 % by the model of znver4
// ZMM: sumsq 0.063 as compiled
// ZMM: dot 0.125 as compiled
// RUN: kernel-opt tune --function=dot %s -- %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=znver4 | FileCheck %s --check-prefix=ZMM-MEAN
// ZMM-MEAN: dot 0.274 0.240 1.14x -{{[0-9]+}} {{[4-9]}} interleave_count(2)
// RUN: %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=znver4 -fpass-plugin=%plugin -mllvm -kernel-bounds-function=dot -mllvm -kernel-bounds-tune=suggest -Rpass-missed=kernel-bounds -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ZMM-REMARK
// ZMM-REMARK: would take 0.240 instead of 0.274 cy/src-it (1.14 times as fast on average over 64 to 2,000 iterations)

// Without -ffast-math no candidate changes the order of additions.
// RUN: kernel-opt tune --cpu=znver4 --trip-count=1000000 --function=sumsq --format=json %s -- %clang --target=x86_64-linux-gnu -O3 -march=x86-64-v3 | FileCheck %s --check-prefix=STRICT
// STRICT: "verdict": "left"
// STRICT: "candidates": [
// STRICT-NOT: "vectorize_width": {{[2-9]}}
// STRICT: "time": {

// The patch, and the file after it; a second time there is nothing to do.
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.c
// RUN: kernel-opt tune --diff --cpu=znver4 --trip-count=1000000 %t/a.c -- %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 | FileCheck %s --check-prefix=DIFF
// RUN: kernel-opt tune --quiet --apply --cpu=znver4 --trip-count=1000000 %t/a.c -- %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3
// RUN: FileCheck %s --check-prefix=APPLIED --input-file=%t/a.c
// RUN: cp %t/a.c %t/once.c
// RUN: kernel-opt tune --quiet --apply --cpu=znver4 --trip-count=1000000 %t/a.c -- %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3
// RUN: cmp %t/a.c %t/once.c
// DIFF: --- {{.*}}a.c
// DIFF: {{^}}+  #pragma clang loop interleave_count(8)
// DIFF-NEXT: {{^}}   for
// DIFF-NOT: {{^}}+
// APPLIED: {{^}}float sumsq
// APPLIED: {{^}}  #pragma clang loop interleave_count(8)
// APPLIED-NEXT: for

// The plugin alone: a remark, and the same code as with the pragma.
// RUN: %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4 -mllvm -kernel-bounds-tune-trip-count=1000000 -mllvm -kernel-bounds-tune=suggest -Rpass-missed=kernel-bounds -c %s -o %t/suggest.o 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: tune.c:[[#]]:3: remark: #pragma clang loop interleave_count(8) would take 0.063 instead of 0.125 cy/src-it (2.00 times as fast with 1000000 iterations) on znver4, +{{[0-9]+}} bytes [
// RUN: %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 -c %s -o %t/plain.o
// RUN: cmp %t/suggest.o %t/plain.o
// RUN: %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4 -mllvm -kernel-bounds-tune-trip-count=1000000 -mllvm -kernel-bounds-tune=apply -S %s -o - | grep -v '\.file' > %t/apply.s
// RUN: %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 -S %t/a.c -o - | grep -v '\.file' > %t/pragma.s
// RUN: cmp %t/apply.s %t/pragma.s

float sumsq(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

float dot(const float *x, const float *y, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * y[i];
  return s;
}

float kept(const float *x, long n) {
  float s = 0;
#pragma clang loop interleave_count(2)
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

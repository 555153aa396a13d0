// With vectorize_width(1) interleave_count(4) a loop does four iterations in a
// trip. Behind it stands a scalar loop for what is left over, which the compiler
// unrolls by 4: it never runs after the other one, and does not count.
// RUN: kernel-opt tune --cpu=znver5 --model=%S/Inputs/slow-permutations.yaml %s -- %clang --target=x86_64-linux-gnu -O3 -march=znver5 | FileCheck %s
// CHECK: fallback.c: 1 loop, 1 gains
// CHECK: multiply {{.*}}vectorize_width(1) interleave_count(4)

double a[640], b[640], c[640];

void multiply(long n) {
  for (long i = 0; i < n; ++i) {
    c[2 * i] = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    c[2 * i + 1] = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
  }
}

// A loop that is unrolled without a number of iterations that is known has the
// loop for what is left over before it. That one does not stand in its way.
// RUN: kernel-opt tune --cpu=znver5 --format=json %S/Inputs/prologue.c -- %clang --target=x86_64-linux-gnu -O3 -march=znver5 -fno-vectorize | FileCheck %s --check-prefix=PROLOGUE
// PROLOGUE: "now_iterations_per_trip": 8

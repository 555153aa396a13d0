// Tuned loops fuse what the compiler fuses without tuning, and nothing else.
// REQUIRES: clang, plugin
// DEFINE: %{flags} = --target=x86_64-linux-gnu -O3 -march=x86-64-v3
// DEFINE: %{tune} = -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4 -mllvm -kernel-bounds-tune=apply -mllvm -kernel-bounds-tune-trip-count=1000000

// As is the default, within an expression. What is said first is that each loop
// is changed.
// RUN: %clang %{flags} %{tune} -Rpass=kernel-bounds -S %s -o %t.s 2>&1 | FileCheck %s --check-prefix=TUNED
// TUNED-COUNT-2: takes
// RUN: FileCheck %s --check-prefix=FUSED --input-file=%t.s
// FUSED-LABEL: expression:
// FUSED-NOT: vmul
// FUSED: vfmadd
// FUSED-NOT: vmul
// FUSED-LABEL: statements:
// FUSED-NOT: vfm
// FUSED: vmulps
// FUSED: vaddps
// FUSED-NOT: vfm
// FUSED: .cfi_endproc

// Not at all, and across expressions.
// RUN: %clang %{flags} %{tune} -ffp-contract=off -S %s -o - | FileCheck %s --check-prefix=OFF
// OFF-NOT: vfm
// RUN: %clang %{flags} %{tune} -ffp-contract=fast -S %s -o - | FileCheck %s --check-prefix=FAST
// FAST-NOT: vmul
// FAST: vfmadd
// FAST-NOT: vmul

void expression(float *restrict y, const float *x, const float *z, float a,
                long n) {
  for (long i = 0; i < n; ++i)
    y[i] = z[i] * a + x[i];
}

void statements(float *restrict y, const float *x, const float *z, float a,
                long n) {
  for (long i = 0; i < n; ++i) {
    const float c = z[i] * a;
    y[i] = c + x[i];
  }
}

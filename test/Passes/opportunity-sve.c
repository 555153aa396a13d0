// NEON code for a core whose SVE registers are longer; those of Neoverse V2 are not.
// RUN: %clang --target=aarch64-linux-gnu -mcpu=a64fx+nosve -O3 -ffast-math -fpass-plugin=%plugin -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %clang --target=aarch64-linux-gnu -mcpu=neoverse-v2+nosve -O3 -ffast-math -fpass-plugin=%plugin -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --allow-empty --check-prefix=SVE

// CHECK: opportunity-sve.c:[[#@LINE+4]]:3: remark: SVE vectors of 64 bytes would give {{[0-9.]+}} instead of {{[0-9.]+}} cy/it
// SVE-NOT: SVE vectors
void triad(double *restrict a, const double *restrict b,
           const double *restrict c, double s, long n) {
  for (long i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}

// -march may name a set of instructions that many cores have; -mtune names the core then.
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=x86-64-v3 -mtune=znver4 -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ZEN4
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=znver4 -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ZEN4
// ZEN4-NOT: figures are those
// ZEN4: loop takes {{.*}}, znver4)

// Where both name a core, the code is made for the one that -mtune names.
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=haswell -mtune=skylake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=SKYLAKE
// SKYLAKE: loop takes {{.*}}, skylake)

// What is no core does not count.
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=znver4 -mtune=generic -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ZEN4
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=x86-64-v3 -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=LEVEL
// LEVEL: figures are those of haswell, whose tables LLVM takes for x86-64-v3; -march, -mtune, -mcpu or -kernel-bounds-cpu names another core

// RUN: %clang --target=aarch64-linux-gnu -O2 -march=armv8.2-a -mtune=neoverse-v2 -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ARM
// ARM: loop takes {{.*}}, neoverse-v2)
// RUN: %clang --target=riscv64-linux-gnu -O2 -march=rv64gc -mtune=sifive-p670 -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=RISCV
// RISCV: loop takes {{.*}}, sifive-p670)

// Advice keeps to the instructions that -march allows.
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=x86-64 -mtune=znver4 -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NARROW
// NARROW: loop takes {{.*}}, znver4)
// NARROW-NOT: vectors of
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=znver4 -mprefer-vector-width=128 -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: vectors of 32 bytes would give

void multiply(double *restrict z, const double *x, const double *y, long n) {
  for (long i = 0; i < n; ++i)
    z[i] = x[i] * y[i] + z[i];
}

double sum(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}

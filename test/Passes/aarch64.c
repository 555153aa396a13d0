// Cross compilation to AArch64: fadd takes 6 cycles on ThunderX2.
// RUN: %clang --target=aarch64-linux-gnu -O2 -fno-unroll-loops -mcpu=thunderx2t99 -fpass-plugin=%plugin -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s
// A core without a model file is served by LLVM's tables; a borrowed model is
// named in the record.
// RUN: %clang --target=aarch64-linux-gnu -O2 -fno-unroll-loops -mcpu=cortex-a78 -fpass-plugin=%plugin -fsave-optimization-record -foptimization-record-passes=kernel-bounds -foptimization-record-file=%t.yaml -c %s -o /dev/null
// RUN: FileCheck %s --check-prefix=BORROWED < %t.yaml
double sum(const double *a, long n) {
  double s = 0;
  // CHECK: aarch64.c:[[#@LINE+1]]:3: remark: loop takes 6.00 cy/it expected: TP {{[0-9.]+}}, LCD 6.00
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}
// BORROWED: Model: {{.*}}LLVM''s scheduling model of cortex-a57, borrowed: LLVM has none of its own for cortex-a78

// The remarks of a strict dot product on Cascade Lake. One iteration loads two
// doubles on p2 and p3: TP 2/2 = 1.00. The sum is one FMA deep, 4 cycles: LCD
// 4.00; with the load before it, 5 cycles, CP is 9. Unrolled by 8 with
// 8 accumulators, the simulated core takes 1.00 cycle for each: two loads.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -ffp-contract=fast -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s
// Without the missed remarks, no opportunity.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -ffp-contract=fast -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ANALYSIS
// Without the analysis remarks, nothing else.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -ffp-contract=fast -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=MISSED --implicit-check-not=Rpass-analysis
// Nobody asked, or for what there is none of: nothing is printed.
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=cascadelake -fpass-plugin=%plugin -Rpass=kernel-bounds -c %s -o /dev/null 2>&1 | count 0
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=cascadelake -fpass-plugin=%plugin -c %s -o /dev/null 2>&1 | count 0

double dot(const double *a, const double *b, long n) {
  double s = 0;
  // CHECK: remarks.c:[[#@LINE+6]]:3: remark: loop takes 4.00 cy/it expected: TP 1.25, LCD 4.00, CP 9.00 (5 instructions, cascadelake) [-Rpass-analysis=kernel-bounds]
  // CHECK-NEXT: remarks.c:[[#@LINE+5]]:3: remark: limited by latency: chain of 1 (VFMADD231SDm), 4 cycles [-Rpass-analysis=kernel-bounds]
  // CHECK-NEXT: remarks.c:[[#@LINE+4]]:3: remark: 0.50 flop/cy, 1.6 % of the core's peak of 32 (fp64) [-Rpass-analysis=kernel-bounds]
  // CHECK-NEXT: remarks.c:[[#@LINE+3]]:3: remark: not vectorized: cannot prove it is safe to reorder floating-point operations [-Rpass-analysis=kernel-bounds]
  // CHECK-NEXT: remarks.c:[[#@LINE+2]]:3: remark: 8 independent accumulators (unroll or interleave) would give 1.00 instead of 4.00 cy/it [-Rpass-missed=kernel-bounds]
  // CHECK-NOT: remark
  for (long i = 0; i < n; ++i)
    s += a[i] * b[i];
  return s;
}
// ANALYSIS: loop takes 4.00 cy/it
// ANALYSIS-NEXT: limited by latency
// ANALYSIS-NOT: accumulators
// MISSED: remark: 8 independent accumulators (unroll or interleave) would give 1.00 instead of 4.00 cy/it [-Rpass-missed=kernel-bounds]

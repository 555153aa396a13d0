// DEFINE: %{base} = %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -fno-vectorize -ffp-contract=fast -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null
// Unasked, the largest bound.
// RUN: %{base} 2>&1 | FileCheck %s --check-prefix=BOUND
// BOUND: loop takes 4.00 cy/it or more: TP 1.25
// The simulated core is exactly as slow as the chain of additions.
// RUN: %{base} -mllvm -kernel-bounds-simulate 2>&1 | FileCheck %s --check-prefix=SIM
// RUN: env KERNEL_BOUNDS_OPTIONS=simulate %{base} 2>&1 | FileCheck %s --check-prefix=SIM
// SIM: loop takes 4.00 cy/it expected: TP 1.25, LCD 4.00, CP 9.00 (5 instructions, cascadelake)
// SIM-NEXT: limited by latency
// One iteration is 5 fused micro-ops: a budget of 9 ends before the second.
// RUN: %{base} -mllvm -kernel-bounds-simulate -mllvm -kernel-bounds-simulate-budget=9 2>&1 | FileCheck %s --check-prefix=OVER
// RUN: env KERNEL_BOUNDS_OPTIONS="simulate simulate-budget=9" %{base} 2>&1 | FileCheck %s --check-prefix=OVER
// OVER: loop takes 4.00 cy/it or more (simulation over its budget): TP 1.25

// Advice is simulated with the loop, and rests on the bounds where the loop is not.
// DEFINE: %{missed} = %{base} -Rpass-missed=kernel-bounds
// RUN: %{missed} 2>&1 | FileCheck %s --check-prefix=BY-BOUNDS
// RUN: %{missed} -mllvm -kernel-bounds-simulate 2>&1 | FileCheck %s --check-prefix=SIMULATED
// RUN: %{missed} -mllvm -kernel-bounds-simulate -mllvm -kernel-bounds-simulate-budget=9 2>&1 | FileCheck %s --check-prefix=BY-BOUNDS
// BY-BOUNDS: remark: 4 independent accumulators (unroll or interleave) would give 1.25 instead of 4.00 cy/it
// SIMULATED: remark: 8 independent accumulators (unroll or interleave) would give 1.00 instead of 4.00 cy/it

// RUN: env KERNEL_BOUNDS_OPTIONS=simulate-budget=few %{base} 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: warning: kernel-bounds: KERNEL_BOUNDS_OPTIONS: unknown option 'simulate-budget=few'

// The record says which it is.
// DEFINE: %{record} = -fsave-optimization-record -foptimization-record-passes=kernel-bounds -foptimization-record-file=%t.yaml -mllvm -kernel-bounds-simulate
// RUN: %{base} %{record} && FileCheck %s --check-prefix=EXACT < %t.yaml
// RUN: %{base} %{record} -mllvm -kernel-bounds-simulate-budget=9 && FileCheck %s --check-prefix=NONE < %t.yaml
// EXACT: Simulation: exact
// EXACT: Bound: '4.00'
// EXACT: BoundMilli: '4000'
// NONE: Simulation: over-budget

// Comments in assembly have the same figure.
// RUN: %{base} -S -o - -mllvm -kernel-bounds-simulate -mllvm -kernel-bounds-annotate 2>/dev/null | FileCheck %s --check-prefix=ASM
// ASM: kb: loop 4.00 cy/it, limited by latency

double dot(const double *a, const double *b, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i] * b[i];
  return s;
}

// DEFINE: %{base} = %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -fno-vectorize -ffp-contract=fast -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null
// Unasked, the simulated core, which is exactly as slow as the chain of additions.
// RUN: %{base} 2>&1 | FileCheck %s --check-prefix=SIM
// RUN: %{base} -mllvm -kernel-bounds-simulate 2>&1 | FileCheck %s --check-prefix=SIM
// RUN: env KERNEL_BOUNDS_OPTIONS=simulate %{base} 2>&1 | FileCheck %s --check-prefix=SIM
// SIM: loop takes 4.00 cy/it expected: TP 1.25, LCD 4.00, CP 9.00 (5 instructions, cascadelake)
// SIM-NEXT: limited by latency
// Without it, the largest bound; the command line wins over the environment.
// RUN: %{base} -mllvm -kernel-bounds-simulate=0 2>&1 | FileCheck %s --check-prefix=BOUND
// RUN: env KERNEL_BOUNDS_OPTIONS=simulate=off %{base} 2>&1 | FileCheck %s --check-prefix=BOUND
// RUN: env KERNEL_BOUNDS_OPTIONS=simulate=off %{base} -mllvm -kernel-bounds-simulate 2>&1 | FileCheck %s --check-prefix=SIM
// RUN: env KERNEL_BOUNDS_OPTIONS=simulate %{base} -mllvm -kernel-bounds-simulate=0 2>&1 | FileCheck %s --check-prefix=BOUND
// BOUND: loop takes 4.00 cy/it or more: TP 1.25
// One iteration is 5 fused micro-ops: a budget of 9 ends before the second.
// RUN: %{base} -mllvm -kernel-bounds-simulate-budget=9 2>&1 | FileCheck %s --check-prefix=OVER
// RUN: env KERNEL_BOUNDS_OPTIONS="simulate-budget=9" %{base} 2>&1 | FileCheck %s --check-prefix=OVER
// OVER: loop takes 4.00 cy/it or more (simulation over its budget): TP 1.25

// Advice is simulated with the loop, and rests on the bounds where the loop is not.
// DEFINE: %{missed} = %{base} -Rpass-missed=kernel-bounds
// RUN: %{missed} -mllvm -kernel-bounds-simulate=0 2>&1 | FileCheck %s --check-prefix=BY-BOUNDS
// RUN: %{missed} 2>&1 | FileCheck %s --check-prefix=SIMULATED
// RUN: %{missed} -mllvm -kernel-bounds-simulate-budget=9 2>&1 | FileCheck %s --check-prefix=BY-BOUNDS
// BY-BOUNDS: remark: 4 independent accumulators (unroll or interleave) would give 1.25 instead of 4.00 cy/it
// SIMULATED: remark: 8 independent accumulators (unroll or interleave) would give 1.00 instead of 4.00 cy/it

// RUN: env KERNEL_BOUNDS_OPTIONS=simulate-budget=few %{base} 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: warning: kernel-bounds: KERNEL_BOUNDS_OPTIONS: unknown option 'simulate-budget=few'

// The record says which it is.
// DEFINE: %{record} = -fsave-optimization-record -foptimization-record-passes=kernel-bounds -foptimization-record-file=%t.yaml
// RUN: %{base} %{record} && FileCheck %s --check-prefix=EXACT < %t.yaml
// RUN: %{base} %{record} -mllvm -kernel-bounds-simulate-budget=9 && FileCheck %s --check-prefix=NONE < %t.yaml
// RUN: %{base} %{record} -mllvm -kernel-bounds-simulate=0 && FileCheck %s --check-prefix=ABSENT < %t.yaml
// EXACT: Simulation: exact
// EXACT: Bound: '4.00'
// EXACT: BoundMilli: '4000'
// NONE: Simulation: over-budget
// ABSENT: Name: LoopBounds
// ABSENT-NOT: Simulation:

// Comments in assembly have the same figure.
// RUN: %{base} -S -o - -mllvm -kernel-bounds-annotate 2>/dev/null | FileCheck %s --check-prefix=ASM
// ASM: kb: loop 4.00 cy/it, limited by latency

// Simulated is only what is shown: clang's own account of its time has no
// simulation if nothing is asked for, nor for a list of dependences.
// DEFINE: %{quiet} = %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -fpass-plugin=%plugin -ftime-trace=%t.json -c %s -o /dev/null
// RUN: %{quiet} && FileCheck %s --check-prefix=NOTHING < %t.json
// RUN: %{quiet} -mllvm -kernel-bounds-dependences=%t.jsonl && FileCheck %s --check-prefixes=ANALYSED,UNSIMULATED < %t.json
// RUN: %{quiet} -Rpass-analysis=kernel-bounds && FileCheck %s --check-prefixes=ANALYSED,SIMULATES < %t.json
// RUN: %{quiet} -Rpass-missed=kernel-bounds && FileCheck %s --check-prefixes=ANALYSED,SIMULATES < %t.json
// RUN: %{quiet} -Rpass-analysis=kernel-bounds -mllvm -kernel-bounds-simulate=0 && FileCheck %s --check-prefixes=ANALYSED,UNSIMULATED < %t.json
// NOTHING-NOT: kernel-bounds
// ANALYSED: "Total kernel-bounds"
// UNSIMULATED-NOT: kernel-bounds simulation
// SIMULATES: "Total kernel-bounds simulation"

double dot(const double *a, const double *b, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i] * b[i];
  return s;
}

// The window is full: Horner's rule for one element needs 4 * 40 cycles, two
// ports allow 40 / 2, and the scheduler holds the micro-ops of about two
// iterations. The remarks say which buffer and what interleaving gives.
// DEFINE: %{base} = %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -ffp-contract=fast -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -c -o /dev/null
// RUN: %{base} %s -mllvm -kernel-bounds-simulate-budget=0 2>&1 | FileCheck %s
// CHECK: loop takes {{[45][0-9]\.[0-9]+}} cy/it expected: TP 20.00, {{.*}}, at least 20.00 by the bounds [-R
// CHECK-NEXT: limited by scheduler of ports p0 p1 p4 p5 p6 (58): if 2x as large, the loop is 1.{{[1-9][0-9]}}x as fast [-R
// CHECK-NEXT: window full: scheduler of ports p0 p1 p4 p5 p6 (58): {{[45][0-9]\.[0-9]+}} cy/it simulated, 20.00 by the bounds; twice as large: {{[23][0-9]\.[0-9]+}} [-Rpass
// CHECK-NEXT: flop/cy
// CHECK-NEXT: interleaving 8 iterations (if their accesses do not overlap) would give 20.00 instead of {{[45][0-9]\.[0-9]+}} cy/it

// Without simulation, or beyond its budget, there is no word of it.
// RUN: %{base} %s -mllvm -kernel-bounds-simulate=0 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %{base} %s -mllvm -kernel-bounds-simulate-budget=99 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: loop takes 20.00 cy/it or more
// NONE-NOT: {{window full|interleaving}}

// The record has each figure as an integer, too.
// RUN: %{base} %s -mllvm -kernel-bounds-simulate-budget=0 -fsave-optimization-record -foptimization-record-passes=kernel-bounds -foptimization-record-file=%t.yaml 2>/dev/null
// RUN: FileCheck %s --check-prefix=RECORD < %t.yaml
// RECORD: Name: LoopBounds
// RECORD: AtLeast: '20.00'
// RECORD: Limit: window
// RECORD: Name: Bottleneck
// RECORD: Limit: window
// RECORD: Name: WindowLimit
// RECORD: Buffers: 'scheduler of ports p0 p1 p4 p5 p6 (58)'
// RECORD: BoundMilli: '20000'
// RECORD: Kind: interleave
// RECORD: Count: '8'

void horner(double *restrict y, const double *restrict x, long n, double a,
            double b) {
#pragma clang loop vectorize(disable)
  for (long i = 0; i < n; ++i) {
    double t = a, v = x[i];
#pragma clang loop unroll(full)
    for (int k = 0; k < 40; ++k)
      t = t * v + b;
    y[i] = t;
  }
}

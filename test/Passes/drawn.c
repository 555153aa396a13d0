// Data decide which of four places a trip updates: the verdict is that of the
// simulated core, as the headline is, and not the largest bound.
// DEFINE: %{base} = %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=znver4 -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -mllvm -kernel-bounds-simulate-budget=0
// RUN: %{base} -o /dev/null 2>&1 | FileCheck %s
// RUN: %{base} -o /dev/null -fsave-optimization-record -foptimization-record-passes=kernel-bounds -foptimization-record-file=%t.yaml 2>/dev/null
// RUN: FileCheck %s --check-prefix=RECORD < %t.yaml
// RUN: %{base} -S -o - -mllvm -kernel-bounds-annotate 2>/dev/null | FileCheck %s --check-prefix=ASM
// CHECK: loop takes {{[2-9]\.[0-9]+}} cy/it expected: TP 1.{{[0-9]+}}, {{.*}}, at least 1.{{[0-9]+}} by the bounds [-R
// CHECK-NEXT: remark: limited by accesses that meet because of the data: if they never did, the loop would be {{[2-9]\.[0-9]+}}x as fast [-R
// CHECK-NOT: limited by
// RECORD: Name: LoopBounds
// RECORD: AtLeastCase: ' by the bounds'
// RECORD: Limit: data
// RECORD: Name: Bottleneck
// RECORD: Bottleneck: accesses that meet because of the data
// RECORD: Limit: data
// RECORD: Limits: '1'
// RECORD-NOT: GainPercent
// ASM: kb: loop {{[2-9]\.[0-9]+}} cy/it expected, at least 1.{{[0-9]+}}, limited by accesses that meet because of the data
void count(double *table, const int *x, long n) {
  for (long i = 0; i < n; ++i)
    table[x[i] & 3] += 1.0;
}

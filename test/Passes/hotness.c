// With a profile, remarks say how often a loop ran, and a threshold leaves out
// loops that ran less often, not all of them.
// RUN: llvm-profdata merge %S/Inputs/hotness.proftext -o %t.profdata
// DEFINE: %{base} = %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -fprofile-instr-use=%t.profdata -c %s -o /dev/null
// DEFINE: %{shown} = %{base} -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds
// RUN: %{shown} -fdiagnostics-show-hotness 2>&1 | FileCheck %s
// RUN: %{shown} -fdiagnostics-show-hotness -mllvm -kernel-bounds-ir-context=0 2>&1 | FileCheck %s
// RUN: %{shown} -fdiagnostics-hotness-threshold=5000 2>&1 | FileCheck %s --check-prefix=ABOVE
// RUN: %{shown} -fdiagnostics-hotness-threshold=auto 2>&1 | FileCheck %s --check-prefix=ABOVE
// RUN: %{shown} -fdiagnostics-hotness-threshold=100000000 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %{base} -fsave-optimization-record -foptimization-record-passes=kernel-bounds -foptimization-record-file=%t.yaml
// RUN: FileCheck %s --check-prefix=RECORD < %t.yaml
// RUN: %{base} -fdiagnostics-hotness-threshold=5000 -fsave-optimization-record -foptimization-record-passes=kernel-bounds -foptimization-record-file=%t.hot.yaml
// RUN: FileCheck %s --check-prefix=HOTRECORD < %t.hot.yaml

// CHECK:      hotness.c:[[#HOT:]]:3: remark: loop takes {{.*}} (hotness: [[#COUNT:]])
// CHECK-NEXT: hotness.c:[[#HOT]]:3: remark: limited by {{.*}} (hotness: [[#COUNT]])
// CHECK-NEXT: hotness.c:[[#HOT]]:3: remark: 0.25 flop/cy{{.*}} (hotness: [[#COUNT]])
// CHECK-NEXT: hotness.c:[[#HOT]]:3: remark: not vectorized: {{.*}} (hotness: [[#COUNT]])
// CHECK-NEXT: hotness.c:[[#HOT]]:3: remark: 8 independent {{.*}} (hotness: [[#COUNT]])
// CHECK-NEXT: hotness.c:[[#HOT+6]]:3: remark: loop takes {{.*}} (hotness: [[#COLD:]])

// ABOVE:      hotness.c:[[#FIRST:]]:3: remark: loop takes
// ABOVE-NEXT: hotness.c:[[#FIRST]]:3: remark: limited by
// ABOVE-NEXT: hotness.c:[[#FIRST]]:3: remark: 0.25 flop/cy
// ABOVE-NEXT: hotness.c:[[#FIRST]]:3: remark: not vectorized:
// ABOVE-NEXT: hotness.c:[[#FIRST]]:3: remark: 8 independent
// ABOVE-NOT:  remark:
// NONE-NOT: remark:

// RECORD:      Name:            LoopBounds
// RECORD-NEXT: DebugLoc:
// RECORD-NEXT: Function:        hot
// RECORD-NEXT: Hotness:         {{[0-9]{6,}$}}
// HOTRECORD-NOT: Function:        cold
// HOTRECORD: Function:        hot
// HOTRECORD-NOT: Function:        cold

double hot(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}
double cold(const double *a, long n) {
  double s = 1;
  for (long i = 0; i < n; ++i)
    s *= a[i];
  return s;
}

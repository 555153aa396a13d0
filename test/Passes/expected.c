// A first-order filter in place that also logs to another array. What feeds the
// next iteration is expected where the two are parameters, and proved where they
// are two allocations or two global variables.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -ffp-contract=off -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -ffp-contract=off -march=cascadelake -fpass-plugin=%plugin -mllvm -kernel-bounds-dependences=%t.jsonl -c %s -o /dev/null -g1
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t.jsonl
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -ffp-contract=off -march=cascadelake -fpass-plugin=%plugin -fsave-optimization-record -foptimization-record-file=%t.yaml -c %s -o /dev/null
// RUN: FileCheck %s --check-prefix=RECORD --input-file=%t.yaml

void arguments(volatile double *x, volatile double *log, double f, long n) {
  // CHECK: expected.c:[[#@LINE+3]]:3: remark: loop takes 13.00 cy/it expected: {{.*}}, at least {{[0-9.]+}} if line [[#@LINE+5]]'s store overwrites what line [[#@LINE+4]]'s load reads [-R
  // CHECK-NEXT: remark: limited by latency
  // CHECK-NEXT: remark: the store of line [[#@LINE+2]] is read 1 iteration later by the load of line [[#@LINE+2]]: 8 bytes, forwarded in 5 cycles, expected unless line [[#@LINE+3]]'s store overwrites it [-R
  for (long i = 1; i < n; ++i) {
    x[i] = x[i - 1] * f + 1.0;
    log[i] = 1.0;
  }
}
// FILE: "function":"arguments"
// FILE-SAME: "distance":1,"kind":"RAW","class":"expected","bytes":8,"evidence":"closed-form","unless":{"instruction":{{[0-9]+}},"position":{{[0-9]+}},"text":"{{[^"]+}}","line":[[#@LINE-4]]},"reason":"unless line [[#@LINE-4]] overwrites what line [[#@LINE-5]] loads, or the pointer to it","forwarding":"full"
// RECORD: Name: MemoryDependence
// RECORD: - Unless: 'line [[#@LINE-6]]''s store overwrites it'

void *malloc(unsigned long);
void show(volatile double *x, volatile double *y);
// CHECK-NOT: expected.c:{{.*}}{{at least|expected unless}}
void allocations(double f, long n) {
  // CHECK: expected.c:[[#@LINE+5]]:3: remark: loop takes 13.00 cy/it expected
  // CHECK-NEXT: remark: limited by latency
  // CHECK-NEXT: remark: the store of line [[#@LINE+4]] is read 1 iteration later by the load of line [[#@LINE+4]]: 8 bytes, forwarded in 5 cycles [-R
  volatile double *x = malloc(8 * n), *log = malloc(8 * n);
  show(x, log);
  for (long i = 1; i < n; ++i) {
    x[i] = x[i - 1] * f + 1.0;
    log[i] = 1.0;
  }
}
// FILE: "function":"allocations"
// FILE-SAME: "distance":1,"kind":"RAW","class":"must","bytes":8,"evidence":"{{closed-form|scalar-evolution}}","unless":null,"reason":null,

volatile double X[1024], Log[1024];
void globals(double f, long n) {
  // CHECK: expected.c:[[#@LINE+3]]:3: remark: loop takes 13.00 cy/it expected
  // CHECK-NEXT: remark: limited by latency
  // CHECK-NEXT: remark: the store of line [[#@LINE+2]] to 'X' is read 1 iteration later by the load of line [[#@LINE+2]]: 8 bytes, forwarded in 5 cycles [-R
  for (long i = 1; i < n; ++i) {
    X[i] = X[i - 1] * f + 1.0;
    Log[i] = 1.0;
  }
}
// FILE: "function":"globals"
// FILE-SAME: "class":"must","bytes":8,"evidence":"{{closed-form|scalar-evolution}}","unless":null,"reason":null,

// A recurrence through memory that the compiler may not keep in a register: the
// chain is store to load (5 cycles), vmulsd (4) and vaddsd (4): 13.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -ffp-contract=off -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s
void recur(volatile double *a, double b, double c, long n) {
  // CHECK: memory.c:[[#@LINE+6]]:3: remark: loop takes 13.00 cy/it expected: TP {{[0-9.]+}}, LCD 13.00
  // CHECK-NEXT: limited by latency: chain of {{[34]}}
  // CHECK-NEXT: remark: the store of line [[#@LINE+5]] is read 1 iteration later by the load of line [[#@LINE+5]]: 8 bytes, forwarded in 5 cycles
  // CHECK-NEXT: remark: 0.15 flop/cy
  // CHECK-NEXT: remark: not vectorized: read with atomic ordering or volatile read
  // CHECK-NOT: remark:
  for (long i = 1; i < n; ++i)
    a[i] = a[i - 1] * b + c;
}
// Three iterations later, a third of it.
void recur3(volatile double *a, double b, double c, long n) {
  // CHECK: remark: loop takes {{.*}} LCD
  // CHECK: remark: the store of line [[#@LINE+2]] is read 3 iterations later
  for (long i = 3; i < n; ++i)
    a[i] = a[i - 3] * b + c;
}

// What others see stays in memory: no next step holds it in a register. Without
// `volatile` the store that the next iteration loads is such a step.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -c %s -o %t.o 2>&1 | FileCheck %s
// The object, in which a LOCK prefix is no instruction of its own, agrees.
// RUN: kernel-opt --bounds-only --cpu=cascadelake --format=csv %t.o | FileCheck %s --check-prefix=OBJECT
// A core for which the model does not know the stalls by atomic updates.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=znver2 -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOT-KNOWN

// 18 cycles for each update, as measured.
// CHECK: loop takes 18.00 cy/it expected: TP 18.00
// CHECK-NEXT: limited by unit lock: 18 port cycles / 1 (LOCK_INC64m)
// CHECK-NOT: would give
// OBJECT: count,{{.*}},3,cascadelake,18.00,
// NOT-KNOWN: bounds leave out what is not modeled: stalls by atomic updates
void count(_Atomic long *p, long n) {
  for (long i = 0; i < n; ++i)
    *p += 1;
}

// CHECK: loop takes 5.00 cy/it expected: TP 1.00, LCD 5.00
// CHECK-NOT: would give
// OBJECT: seen,{{.*}},3,cascadelake,1.00,5.00,
void seen(volatile long *p, long n) {
  for (long i = 0; i < n; ++i)
    *p += 1;
}

// The fence is `lock orl $0, -64(%rsp)`: it stays in every copy, so that
// unrolling gains nothing.
// CHECK: loop takes 18.00 cy/it expected: TP 18.00
// CHECK-NEXT: limited by unit lock: 18 port cycles / 1 (OR32mi8Locked)
// CHECK-NOT: would give
// OBJECT: fences,{{.*}},{{[0-9]+}},cascadelake,18.00,
void fences(long *p, long n) {
  for (long i = 0; i < n; ++i) {
    p[i] = i;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  }
}

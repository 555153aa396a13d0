// Eight copies of one update: one remark for the seven trips within the
// iteration, one for that from the iteration before.
// RUN: %clang --target=x86_64-linux-gnu -O2 -g -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s

void f(volatile long *p) {
#pragma clang loop unroll_count(8)
  for (long i = 0; i < 8000; ++i)
    *p += 1;
}
// CHECK: limited by latency: chain of 8 (INC64m), 40 cycles
// CHECK-NEXT: the store of line 8 to 'p' is read in the same iteration by the load of line 8: 8 bytes, forwarded in 4 cycles, 7 times [-Rpass
// CHECK-NEXT: the store of line 8 to 'p' is read 1 iteration later by the load of line 8: 8 bytes, forwarded in 4 cycles [-Rpass
// CHECK-NOT: is read

// What is left beside a better loop, a remainder or a fallback, gets no advice:
// nobody would change it for its own sake. A fallback runs because accesses may
// meet, so nothing is said of that either.
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not='{{would give|meets}}{{.*}}(remainder' --implicit-check-not='{{would give|meets}}{{.*}}(fallback'

// CHECK: rests.c:[[#@LINE+4]]:3: remark: loop takes {{.*}} (vector body)
// CHECK: rests.c:[[#@LINE+3]]:3: remark: at most {{.*}} meets {{.*}} (vector body)
// CHECK: rests.c:[[#@LINE+2]]:3: remark: loop takes {{.*}} (remainder)
void copy(char *to, const char *from, const char *end) {
  do {
    __builtin_memcpy(to, from, 8);
    to += 8;
    from += 8;
  } while (to < end);
}

// CHECK: rests.c:[[#@LINE+3]]:3: remark: loop takes {{.*}} (vector body)
// CHECK: rests.c:[[#@LINE+2]]:3: remark: loop takes {{.*}} (remainder)
void scale(double *a, const double *b, long n) {
  for (long i = 0; i < n; ++i)
    a[i] = b[i] * 2;
}

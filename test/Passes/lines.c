// Crossings of cache lines in the compiler: of p[i] it knows that it is at a multiple of 32 bytes, so
// that the other three, 16 bytes behind one, cross a line in one of two trips each: 4 + 3/2 loads
// on two ports. From the instructions alone, these three could be aligned: 4 + 1/2.
// RUN: %clang --target=x86_64-linux-gnu -O3 -march=cascadelake -mprefer-vector-width=256 -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -mllvm -kernel-bounds-simulate=0 -c %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %clang --target=x86_64-linux-gnu -O3 -march=cascadelake -mprefer-vector-width=256 -fpass-plugin=%plugin -Xclang -load -Xclang %plugin -mllvm -kernel-bounds-ir-context=0 -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -mllvm -kernel-bounds-simulate=0 -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALONE
// CHECK: remark: loop takes 2.75 cy/it
// CHECK-NEXT: remark: {{.*}}ports p2 p3{{.*}}5.50 port cycles / 2{{.*}}, 3 accesses across cache lines
// ALONE: remark: loop takes 2.50 cy/it
// ALONE-NOT: across cache lines
int sums(const int *x, long n) {
  const int *p = __builtin_assume_aligned(x, 32);
  int s0 = 0, s1 = 0, s2 = 0, s3 = 0;
#pragma clang loop vectorize_width(8) interleave_count(1) unroll(disable)
  for (long i = 0; i < n; ++i) {
    s0 += p[i];
    s1 += p[i + 4];
    s2 += p[i + 204];
    s3 += p[i + 404];
  }
  return s0 + 3 * s1 + 5 * s2 + 7 * s3;
}

// Annotated assembly: a summary at the loop's first instruction, and at each
// instruction its ports, latency and place on the LCD and the CP.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -fpass-plugin=%plugin -mllvm -kernel-bounds-annotate -S %s -o - | FileCheck %s
// Comments leave the code as it is.
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=cascadelake -c %s -o %t.plain.o
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=cascadelake -fpass-plugin=%plugin -mllvm -kernel-bounds-annotate -c %s -o %t.o
// RUN: cmp %t.plain.o %t.o

double sum(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}
// CHECK: vaddsd {{.*}}# kb: loop 4.00 cy/it, limited by latency
// CHECK-NEXT: # kb: TP 1.00, LCD 4.00, CP 9.00 cy/it on cascadelake
// CHECK-NEXT: # kb: p0 0.50 p1 0.50 p2 0.50 p3 0.50, latency 9, LCD +4, CP +9
// CHECK: incq {{.*}}# kb: {{.*}}latency 1
// CHECK: cmpq {{.*}}# kb: fused with the branch
// CHECK: jne {{.*}}# kb: p0 {{.*}}p6

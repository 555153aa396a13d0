// The same on AArch64: a step known at run time only; pairs of accesses, which
// have two memory operands; scalable vectors, whose steps are no numbers.
// RUN: %clang --target=aarch64-linux-gnu -mcpu=neoverse-v1 -O2 -fno-unroll-loops -fno-slp-vectorize -fpass-plugin=%plugin -mllvm -kernel-bounds-dependences=%t.jsonl -c %s -o %t.o
// RUN: FileCheck %s --input-file=%t.jsonl
// RUN: rm %t.jsonl
// RUN: %clang --target=aarch64-linux-gnu -mcpu=neoverse-v1 -O2 -fno-unroll-loops -fno-slp-vectorize -fpass-plugin=%plugin -mllvm -kernel-bounds-ir-context=0 -mllvm -kernel-bounds-dependences=%t.jsonl -c %s -o %t.o
// RUN: FileCheck %s --check-prefix=ASM --input-file=%t.jsonl

// CHECK: "function":"strided"
// CHECK: "function":"strided","label":"[[LABEL:[^"]+]]"
// CHECK-SAME: "distance":2,"kind":"RAW","class":"must","bytes":8,"evidence":"scalar-evolution"
// ASM: "function":"strided"
// ASM: "function":"strided"
// ASM-SAME: "class":"may"
void strided(double *a, long s, long n) {
  for (long i = 2; i < n; ++i)
    a[i * s] = a[(i - 2) * s] * 0.5 + 1;
}
// Two loads as one instruction, and two stores.
// CHECK: "function":"paired"
// CHECK-SAME: "dependences":[{"source":{{{[^}]*}}"text":"stp
// CHECK-SAME: "text":"ldp
// CHECK-SAME: "distance":2,"kind":"RAW","class":"must","bytes":16,"evidence":"{{closed-form|scalar-evolution}}","unless":null,"reason":null,"forwarding":"full"
// ASM: "function":"paired"
// ASM-SAME: "class":"must"
void paired(double *a, long s, long n) {
#pragma clang loop vectorize(disable)
  for (long i = 2; i < n; ++i) {
    double x = a[(i - 2) * s], y = a[(i - 2) * s + 1];
    a[i * s] = y / x;
    a[i * s + 1] = x / y;
  }
}
// CHECK: "function":"scalable"
// CHECK-SAME: "text":"st1d
// CHECK-SAME: "dependences":[]
// ASM: "function":"scalable"
// ASM-SAME: "class":"may"
void scalable(double *restrict a, double *b, long n) {
  for (long i = 0; i < n; ++i)
    a[i] += b[i] * 2;
}

// The dependences of each loop as a line of JSON, for other programs.
// RUN: %clang --target=x86_64-linux-gnu -O1 -march=cascadelake -fpass-plugin=%plugin -mllvm -kernel-bounds-dependences=%t.jsonl -c %s -o %t.o
// RUN: FileCheck %s --input-file=%t.jsonl
// RUN: env KERNEL_BOUNDS_OPTIONS=dependences=%t.env.jsonl %clang --target=x86_64-linux-gnu -O1 -march=cascadelake -fpass-plugin=%plugin -c %s -o %t.o
// RUN: cmp %t.jsonl %t.env.jsonl
// RUN: %python -c "import json; [json.loads(l) for l in open(r'%t.jsonl')]"
// A file that cannot be written is a warning.
// RUN: %clang --target=x86_64-linux-gnu -O1 -fpass-plugin=%plugin -mllvm -kernel-bounds-dependences=%t.o/no/file -c %s -o %t.2.o 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: warning: kernel-bounds: cannot write '{{.*}}no/file':
// BAD-NOT: warning:
// REQUIRES: python
void strided(double *a, long s, long n) {
  for (long i = 2; i < n; ++i)
    a[i * s] = a[(i - 2) * s] * 0.5;
}
// CHECK: {"schema":1,"generator":"kernel-bounds {{[^"]+}}","file":"{{[^"]+}}dependences.c","function":"strided","label":".LBB0_2","loop":0,"cpu":"cascadelake","complete":true,"instructions":[{"text":"vmulsd
// CHECK-SAME: "dependences":[{"source":{"instruction":[[STORE:[0-9]+]],"position":[[STORE]],"text":"vmovsd {{[^"]+}}","line":0},"destination":{"instruction":0,"position":0,"text":"vmulsd {{[^"]+}}","line":0},"distance":2,"kind":"RAW","class":"must","bytes":8,"evidence":"{{closed-form|scalar-evolution}}","unless":null,"reason":null,"forwarding":"full","latency":[[LATENCY:[0-9]+]],"least_latency":[[LATENCY]]}]}
void histogram(int *h, int *k, long n) {
  for (long i = 0; i < n; ++i)
    h[k[i]]++;
}
// CHECK-NEXT: "function":"histogram"
// CHECK-SAME: "distance":1,"kind":"RAW","class":"may","bytes":null,"evidence":"assumed"
// CHECK-NOT: "function"

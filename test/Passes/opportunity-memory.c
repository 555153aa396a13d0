// What an iteration stores is loaded three iterations later; the compiler holds
// no value in a register for so long. The chain is forwarding (5 cycles), vmulsd
// (4) and vaddsd (4): 13/3 = 4.33 cycles, and 8/3 = 2.67 without the trip.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -fno-vectorize -ffp-contract=off -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -mllvm -kernel-bounds-simulate=0 -fsave-optimization-record -foptimization-record-passes=kernel-bounds -foptimization-record-file=%t.yaml -S %s -o %t.s 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=RECORD < %t.yaml
// RUN: kernel-opt --bounds-only --cpu=cascadelake --function=recur3 %t.s | FileCheck %s --check-prefix=TEXT
// RUN: kernel-opt --bounds-only --cpu=cascadelake --function=recur3 --format=json %t.s | FileCheck %s --check-prefix=JSON
// TEXT: next: keeping stored values in registers until they are loaded (line {{[0-9]+}}, line {{[0-9]+}}) would give 2.67 cy/it
// JSON: "kind": "keep-in-register",
// JSON-NEXT: "count": 1,
// JSON-NEXT: "iterations": 0,

void recur3(double *a, double b, double c, long n) {
  // CHECK: remark: loop takes 4.33 cy/it or more
  // CHECK: remark: keeping stored values in registers until they are loaded (line [[#@LINE+5]] of argument 1) would give 2.67 instead of 4.33 cy/it
  // RECORD: Name: Opportunity
  // RECORD: AfterMilli: '{{266[67]}}'
  // RECORD: Kind: keep-in-register
  for (long i = 3; i < n; ++i)
    a[i] = a[i - 3] * b + c;
}

// Ten values would be needed at a time: more than is worth an unrolled body.
void recur10(double *a, double b, double c, long n) {
  // CHECK: remark: loop takes 1.{{[0-9]+}} cy/it or more
  // CHECK-NOT: keeping
  for (long i = 10; i < n; ++i)
    a[i] = a[i - 10] * b + c;
}

// The load takes half of what two stores wrote: no register holds it.
void shifted(char *a, long n) {
  // CHECK: remark: loop takes
  // CHECK-NOT: keeping
  for (long i = 8; i < n; i += 8)
    *(long long *)(a + i) = *(long long *)(a + i - 4) * 3;
}

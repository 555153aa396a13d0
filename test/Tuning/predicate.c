// Masks do what a loop of vectors leaves over in its last trip: a candidate where
// it is known how many iterations there are, and much of the time is the rest.
// REQUIRES: plugin, clang
// DEFINE: %{flags} = --target=x86_64-linux-gnu -O3 -fno-math-errno
// DEFINE: %{tune} = %clang -O3 -fno-math-errno -fpass-plugin=%plugin -Rpass-missed=kernel-bounds -Rpass=kernel-bounds -c %s
// DEFINE: %{x86} = %{tune} --target=x86_64-linux-gnu -mllvm -kernel-bounds-cpu=znver5
// DEFINE: %{suggest} = -mllvm -kernel-bounds-tune=suggest -mllvm -kernel-bounds-tune-record=%t/record.json
// RUN: rm -rf %t && mkdir %t
// RUN: %{x86} -march=znver5 %{suggest} -mllvm -kernel-bounds-tune-trip-count=13 -o %t/a.o 2>&1 | FileCheck %s --implicit-check-not=vectorize_predicate
// RUN: FileCheck %s --check-prefix=RECORD --input-file=%t/record.json

// The loop of vectors with masks does all of the iterations: nothing is left to
// another one, and the one for arrays that overlap is not the rest.
// RECORD: "name": "roots"
// RECORD: "predicate": true,
// RECORD-NEXT: "cycles":
// RECORD-NEXT: "trip": 8,
// RECORD-NEXT: "parts": [
// RECORD-NEXT: {
// RECORD-NEXT: "iterations": 8,
// RECORD-NOT: "iterations"
// RECORD: ]
// RECORD: "name": "may_overlap"
// RECORD: "predicate": true,
// RECORD-NEXT: "cycles":
// RECORD-NEXT: "trip": [[TRIP:[0-9]+]],
// RECORD-NEXT: "parts": [
// RECORD-NEXT: {
// RECORD-NEXT: "iterations": [[TRIP]],
// RECORD-NOT: "iterations"
// RECORD: ]

// Nothing of it is tried where the number is not known, where nothing is left
// over, where few iterations of many are, and without masks of the target.
// RUN: %{x86} -march=znver5 %{suggest} -o %t/a.o
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t/record.json
// RUN: %{x86} -march=znver5 %{suggest} -mllvm -kernel-bounds-tune-trip-count=128 -o %t/a.o
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t/record.json
// RUN: %{x86} -march=znver5 %{suggest} -mllvm -kernel-bounds-tune-trip-count=40001 -o %t/a.o
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t/record.json
// RUN: %{x86} -march=x86-64-v2 %{suggest} -mllvm -kernel-bounds-tune-trip-count=13 -o %t/a.o
// RUN: FileCheck %s --check-prefix=NONE --input-file=%t/record.json
// NONE-NOT: "predicate"

// The code with the pragma is the applied one.
// RUN: cp %s %t/a.c
// RUN: kernel-opt tune --quiet --apply --cpu=znver5 --trip-count=13 %t/a.c -- %clang %{flags} -march=znver5
// RUN: FileCheck %s --check-prefix=APPLIED --input-file=%t/a.c
// RUN: %{x86} -march=znver5 -mllvm -kernel-bounds-tune=apply -mllvm -kernel-bounds-tune-trip-count=13 -S -o - 2>/dev/null | grep -v '\.file' > %t/apply.s
// RUN: %clang %{flags} -march=znver5 -S %t/a.c -o - | grep -v '\.file' > %t/pragma.s
// RUN: cmp %t/apply.s %t/pragma.s
// APPLIED: {{^}}void roots
// APPLIED: {{^}}  #pragma clang loop vectorize_predicate(enable)
// APPLIED-NEXT: for

// RUN: kernel-opt tune --quiet --format=json --cpu=znver5 --trip-count=13 %s -- %clang %{flags} -march=znver5 | FileCheck %s --check-prefix=JSON
// JSON: "vectorize_predicate": true

// Scalable vectors are as long as on the core that the code is for, where eight
// elements of eight bits fill the half of one.
// RUN: %{tune} --target=aarch64-linux-gnu -mcpu=neoverse-v2 %{suggest} -mllvm -kernel-bounds-tune-trip-count=7 -o %t/a.o 2>&1 | FileCheck %s --check-prefix=SVE
// RUN: FileCheck %s --check-prefix=SVE-RECORD --input-file=%t/record.json
// SVE: remark: #pragma clang loop vectorize_predicate(enable) would take {{.*}} with 7 iterations)
// SVE-NEXT: {{.*}}to[i] = x[i] * 0.25f;
// SVE-RECORD: "name": "widen"
// SVE-RECORD: "predicate": true,
// SVE-RECORD-NEXT: "cycles":
// SVE-RECORD-NEXT: "trip": 8,

void roots(double *restrict to, const double *restrict from, long n) {
  // CHECK: predicate.c:[[#@LINE+1]]:3: remark: #pragma clang loop vectorize_predicate(enable) would take {{.*}} with 13 iterations)
  for (long i = 0; i < n; ++i)
    to[i] = __builtin_sqrt(from[i]) * 0.5;
}

void widen(float *restrict to, const unsigned char *restrict x, long n) {
  // CHECK: predicate.c:[[#@LINE+1]]:3: remark: #pragma clang loop vectorize_predicate(enable) would take
  for (long i = 0; i < n; ++i) to[i] = x[i] * 0.25f;
}

void may_overlap(int *to, const int *from, long n) {
  // CHECK: predicate.c:[[#@LINE+1]]:3: remark: #pragma clang loop vectorize_predicate(enable) {{.*}}would take
  for (long i = 0; i < n; ++i)
    to[i] = from[i] * 5 / 3;
}

// What is stored under a mask is not forwarded to the loads of the next visit.
void update(double *restrict to, const double *restrict from, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = __builtin_sqrt(to[i]) * from[i];
}

// The end of a reduction decides about a short one.
int sum(const int *restrict from, long n) {
  int s = 0;
  for (long i = 0; i < n; ++i)
    s += from[i];
  return s;
}

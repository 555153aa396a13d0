// Candidates of clang that do iterations of the loop around together, or what is
// left over with masks, are run as the others are. The first ones need a pragma
// before the loop around, too. The benchmark only pretends: no test depends on the
// time that something takes.
// REQUIRES: plugin, clang
// DEFINE: %{flags} = --target=x86_64-linux-gnu -O3 -fno-math-errno
// DEFINE: %{run} = sh %S/Inputs/benchmark.sh
// DEFINE: %{tune} = kernel-opt tune --quiet --measure='%{run} build {object} {program}' --measure-run='%{run} run {program}' --measure-rounds=2
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.c

// The choice comes first; what is measured is not the code without it, and the
// pragmas make the code of the choice.
// RUN: cd %t && env LOG=%t/log %{tune} --measure-top=2 --dataset=%t/data.csv --cpu=znver4 --function='^mv$' a.c -- %clang %{flags} -march=x86-64-v3 -mllvm -enable-unroll-and-jam | FileCheck %s --check-prefix=NEST
// NEST: measured: sh {{.*}}benchmark.sh run {program} takes
// NEST-NEXT: place #pragma clang loop predicted measured
// NEST-NEXT: a.c:[[#]]:5 #pragma unroll_and_jam(8) before a.c:[[#]]:3 {{[0-9.]+}}x {{[0-9.]+}}x
// NEST-NEXT: a.c:[[#]]:5 #pragma unroll_and_jam({{[248]}}) before a.c:[[#]]:3{{.*}} {{[0-9.]+}}x
// RUN: grep -c build %t/log | FileCheck %s --check-prefix=BUILDS
// BUILDS: {{^[23]$}}
// RUN: FileCheck %s --check-prefix=CSV --input-file=%t/data.csv
// CSV: ,pragma,outer_pragma,outer_line,outer_column,vectorize_width,interleave_count,unroll_count,vectorize_predicate,distribute,unroll_and_jam,iterations,
// CSV-NEXT: {{^}}a.c,,,,{{.*}},znver4,{{[^,]*}},,,,,0,0,0,0,0,0,,
// CSV-NEXT: {{^}}a.c,{{[0-9]+}},5,mv,{{.*}},#pragma unroll_and_jam(8),{{[0-9]+}},3,0,0,0,0,0,8,{{.*}},measured,

// RUN: cd %t && env LOG=%t/log1 %{tune} --measure-top=1 --format=json --cpu=znver4 --function='^mv$' a.c -- %clang %{flags} -march=x86-64-v3 -mllvm -enable-unroll-and-jam | FileCheck %s --check-prefix=JSON
// JSON: "measured": {
// JSON: "pragma": "",
// JSON-NEXT: "outer": {
// JSON-NEXT: "file": "{{.*}}a.c",
// JSON-NEXT: "line": [[#]],
// JSON-NEXT: "column": 3,
// JSON-NEXT: "pragma": "#pragma unroll_and_jam(8)"
// JSON-NEXT: },
// JSON: "outcome": "measured"

// RUN: cd %t && env LOG=%t/log2 %{tune} --measure-top=1 --dataset=%t/masks.csv --cpu=znver5 --trip-count=13 --function='^roots$' a.c -- %clang %{flags} -march=znver5 | FileCheck %s --check-prefix=MASKS
// MASKS: a.c:[[#]]:3 vectorize_predicate(enable) {{[0-9.]+}}x {{[0-9.]+}}x
// RUN: FileCheck %s --check-prefix=MASKS-CSV --input-file=%t/masks.csv
// MASKS-CSV: ,#pragma clang loop vectorize_predicate(enable),,,,0,0,0,1,0,0,13,{{.*}},measured,

// What goes wrong with the pragma for the loop around is said, as with others.
// RUN: cd %t && env LOG=%t/log3 FAULT=output %{tune} --measure-top=1 --cpu=znver4 --function='^mv$' a.c -- %clang %{flags} -march=x86-64-v3 -mllvm -enable-unroll-and-jam | FileCheck %s --check-prefix=OUTPUT
// OUTPUT: #pragma unroll_and_jam(8) before a.c:[[#]]:3 {{[0-9.]+}}x left out: its output is another one

// A loop around in a header cannot get a pragma by a copy of the file: what needs
// one is left out, and the others are run.
// RUN: mkdir %t/two && sed -e 's/^FOR_ROWS {/#include "rows.h"\n{/' -e 's/^#define FOR_ROWS.*//' %s > %t/two/b.c && echo '  for (long i = 0; i < n; ++i)' > %t/two/rows.h
// RUN: cd %t/two && env LOG=%t/log4 %{tune} --measure-top=9 --cpu=znver4 --function='^split$' b.c -- %clang %{flags} -march=x86-64-v3 -mllvm -enable-unroll-and-jam | FileCheck %s --check-prefix=SPLIT
// SPLIT: measured:
// SPLIT-NOT: unroll_and_jam
// SPLIT: b.c:[[#]]:5 vectorize(disable) {{[0-9.]+}}x
// SPLIT-NOT: unroll_and_jam

void mv(double *restrict y, const double *restrict a, const double *restrict x,
        long n) {
  for (long i = 0; i < n; ++i) {
    double s = 0;
    for (long k = 0; k < n; ++k)
      s += a[i * n + k] * x[k];
    y[i] = s;
  }
}

#define FOR_ROWS for (long i = 0; i < n; ++i)
void split(double *restrict y, const double *restrict a,
           const double *restrict x, long n) {
FOR_ROWS {
    double s = 0;
    for (long k = 0; k < n; ++k)
      s += a[i * n + k] * x[k];
    y[i] = s;
  }
}

void roots(double *restrict to, const double *restrict from, long n) {
  for (long i = 0; i < n; ++i)
    to[i] = __builtin_sqrt(from[i]) * 0.5;
}

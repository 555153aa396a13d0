// Candidates are compared for the iterations that a run was seen to do. As
// compiled, the main loop of a sum of squares does 32 iterations in a trip; 8
// chains pay from about 500 iterations on (tune.c).
// REQUIRES: clang, plugin
// RUN: rm -rf %t && split-file %S/Inputs/profile.txt %t
// DEFINE: %{run} = many
// DEFINE: %{mode} = suggest
// DEFINE: %{base} = %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 -g -fpass-plugin=%plugin -fno-caret-diagnostics -mllvm -kernel-bounds-cpu=znver4 -mllvm -kernel-bounds-tune=%{mode} -Rpass-missed=kernel-bounds -Rpass=kernel-bounds -Rpass-analysis=kernel-bounds -c %s
// DEFINE: %{with} = %{base} -mllvm -kernel-bounds-profile=%t/%{run}.json
// RUN: %{with} -o %t/with.o 2>&1 | FileCheck %s --check-prefix=MANY
// MANY-DAG: profile.c:[[#@LINE+41]]:3: remark: #pragma clang loop interleave_count(8) would take 0.0{{[0-9]+}} instead of 0.1{{[0-9]+}} cy/src-it ({{.*}} times as fast with 96000 to 128031 iterations by the profile)
// MANY-DAG: profile.c:[[#@LINE+59]]:1: remark: tuning does not use what a run found of a loop (77 instructions, 4 loads, 1 branch): no loop of the function is like that now

// Suggestions change nothing.
// RUN: %{base} -o %t/without.o
// RUN: cmp %t/with.o %t/without.o

// REDEFINE: %{mode} = apply
// RUN: %{with} -o %t/applied.o 2>&1 | FileCheck %s --check-prefix=APPLY
// APPLY: remark: #pragma clang loop interleave_count(8) takes {{.*}} with 96000 to 128031 iterations by the profile)
// RUN: not cmp %t/applied.o %t/without.o

// 96 to 127 iterations are too few for it.
// REDEFINE: %{mode} = suggest
// REDEFINE: %{run} = few
// RUN: %{with} -o /dev/null 2>&1 | FileCheck %s --check-prefix=FEW --implicit-check-not=#pragma
// FEW: remark: loop takes

// Of visits that were longer than what was recorded, the least is known.
// REDEFINE: %{run} = open
// RUN: %{with} -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: remark: #pragma clang loop interleave_count(8) would take {{.*}} with 6400 or more iterations by the profile)

// Two loops of the function are as what was recorded: nothing is known.
// REDEFINE: %{run} = rest
// RUN: %{with} -o /dev/null 2>&1 | FileCheck %s --check-prefix=REST '--implicit-check-not=by the profile'
// REST: profile.c:[[#@LINE+13]]:1: remark: tuning does not use what a run found of a loop (5 instructions, 1 load, 1 branch): several loops fit

// What the report says of loops that the run did not care for, and of another
// file's function with the same name.
// RUN: kernel-opt tune --cpu=znver4 %s -- %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 -mllvm -kernel-bounds-profile=%t/many.json | FileCheck %s --check-prefix=TABLE
// TABLE: profile.c:[[#]]:3 sumsq {{.*}} (96000 to 128031) +{{[0-9]+}} {{1[0-9]}} interleave_count(8)
// TABLE: profile.c:[[#]]:3 other not judged: it took less than 0.5 % of the time of the recorded run
// TABLE: profile.c:[[#]]:3 unseen not judged: it took less than 0.5 % of the time of the recorded run
// TABLE: profile.c:[[#]]:3 changed 0.
// RUN: kernel-opt tune --format=json --cpu=znver4 --function=sumsq %s -- %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 -mllvm -kernel-bounds-profile=%t/elsewhere.json | FileCheck %s --check-prefix=ELSEWHERE
// ELSEWHERE: "why": "it took less than 0.5 % of the time of the recorded run"
// ELSEWHERE: "seen_iterations": null

float sumsq(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

float other(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

float unseen(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

float changed(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

// REDEFINE: %{run} = cut
// RUN: %{with} -o /dev/null 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: warning: kernel-bounds: -kernel-bounds-profile: '{{.*}}cut.json': [3:0, byte=34]: Unexpected EOF

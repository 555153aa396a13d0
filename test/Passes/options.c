// DEFINE: %{base} = %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -fno-vectorize -march=cascadelake -fpass-plugin=%plugin -Rpass-analysis=kernel-bounds -c %s -o /dev/null
// Another core, another latency: vaddsd takes 3 cycles on Zen.
// RUN: %{base} -mllvm -kernel-bounds-cpu=znver1 2>&1 | FileCheck %s --check-prefix=ZEN
// RUN: env KERNEL_BOUNDS_OPTIONS="cpu=znver1" %{base} 2>&1 | FileCheck %s --check-prefix=ZEN
// The command line wins over the environment.
// RUN: env KERNEL_BOUNDS_OPTIONS="cpu=znver1" %{base} -mllvm -kernel-bounds-cpu=cascadelake 2>&1 | FileCheck %s --check-prefix=CLX
// ZEN-DAG: LCD 3.00{{.*}}znver1
// CLX-DAG: LCD 4.00{{.*}}cascadelake

// Only one function.
// RUN: %{base} -mllvm -kernel-bounds-function=^other$ 2>&1 | FileCheck %s --check-prefix=FILTER
// FILTER: options.c:[[#OTHER:]]:3: remark: loop takes
// FILTER-NOT: LCD 4.00

// Micro-ops spread evenly: the store's address on p2, p3 and p7 and the load
// on p2 and p3 make 1/2 + 1/3 = 0.83; the optimum is 1.00 for p4.
// RUN: %{base} -mllvm -kernel-bounds-port-assignment=uniform 2>&1 | FileCheck %s --check-prefix=UNIFORM
// UNIFORM: limited by

// What is wrong is said once, and compilation goes on.
// RUN: %{base} -mllvm -kernel-bounds-cpu=vax 2>&1 | FileCheck %s --check-prefix=BADCPU
// BADCPU: warning: kernel-bounds: unknown CPU 'vax'
// BADCPU-NOT: {{warning|remark}}:
// RUN: env KERNEL_BOUNDS_OPTIONS="speed=11" %{base} 2>&1 | FileCheck %s --check-prefix=BADENV
// BADENV: warning: kernel-bounds: KERNEL_BOUNDS_OPTIONS: unknown option 'speed=11'; known are cpu=
// RUN: %{base} -mllvm -kernel-bounds-model=%t.absent 2>&1 | FileCheck %s --check-prefix=BADMODEL
// BADMODEL: warning: kernel-bounds: '{{.*}}.absent': No such file
// RUN: %{base} -mllvm -kernel-bounds-model=/dev/zero 2>&1 | FileCheck %s --check-prefix=ENDLESS
// ENDLESS: warning: kernel-bounds: '/dev/zero': it is no text
// RUN: not %{base} -mllvm -kernel-bounds-port-assignment=odd 2>&1 | FileCheck %s --check-prefix=BADENUM
// BADENUM: Cannot find option named 'odd'

// A user's model over a shipped one: an addition that takes 7 cycles.
// RUN: %{base} -mllvm -kernel-bounds-model=%S/Inputs/slow-add.yaml 2>&1 | FileCheck %s --check-prefix=MODEL
// MODEL: LCD 7.00{{.*}}slow-add

double sum(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}

void other(double *restrict a, const double *restrict b, long n) {
  for (long i = 0; i < n; ++i)
    a[i] = b[i] + 1;
}

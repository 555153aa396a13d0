// No option fails in silence: each is a warning, once, and compilation goes on.
// DEFINE: %{base} = %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -fno-vectorize -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %s -o %t.o
// RUN: %{base} -mllvm "-kernel-bounds-function=^(sum" 2>&1 | FileCheck %s --check-prefix=REGEX
// RUN: env KERNEL_BOUNDS_OPTIONS="function=^(sum" %{base} 2>&1 | FileCheck %s --check-prefix=REGEX
// REGEX: warning: kernel-bounds: -kernel-bounds-function: '^(sum' is not a regular expression: parentheses not balanced; no function is analysed
// REGEX-NOT: {{warning|remark}}:
// RUN: %if dev-full %{ %{base} -mllvm -kernel-bounds-dependences=/dev/full 2>&1 | FileCheck %s --check-prefix=FULL %}
// FULL: warning: kernel-bounds: cannot write '/dev/full': No space left on device
// FULL-NOT: warning:
// FULL-COUNT-2: remark: loop takes
// FULL-NOT: warning:
// RUN: %{base} -mllvm -kernel-bounds-model=%S/Inputs/slow-add.yaml -mllvm -kernel-bounds-cpu=znver1 2>&1 | FileCheck %s --check-prefix=SERVES
// SERVES: warning: kernel-bounds: model 'slow-add' ({{.*}}slow-add.yaml) does not serve the core 'znver1'
// SERVES-NOT: {{warning|remark}}:

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

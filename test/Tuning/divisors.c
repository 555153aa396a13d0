// Division by a number of 64 bits that does not change in the loop.
// REQUIRES: clang, plugin
// DEFINE: %{tune} = %clang -O3 -fpass-plugin=%plugin -mllvm -kernel-bounds-tune=suggest -mllvm -kernel-bounds-transform=invert-divisors
// RUN: %{tune} --target=aarch64-linux-gnu -mcpu=neoverse-n1 -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: divisors.c:[[#@LINE+12]]:3: remark: multiplying by reciprocals instead of dividing (invert-divisors){{.*}} would take

// On x86-64 the compiler divides numbers of 32 bits by another instruction, if
// they are so small: which of the two it is depends on the data.
// RUN: %{tune} --target=x86_64-linux-gnu -march=znver4 -mllvm -kernel-bounds-tune-record=%t.json -c %s -o /dev/null
// RUN: FileCheck %s --check-prefix=SMALL --input-file=%t.json
// SMALL: "name": "wide"
// SMALL: "verdict": "not-judged"
// SMALL: "why": "data decide which way its iterations go"

void wide(unsigned long *restrict y, const unsigned long *x, unsigned long d,
          long n) {
  for (long i = 0; i < n; ++i)
    y[i] = x[i] / d;
}

// Of floating point, the compiler multiplies by a reciprocal where the source
// allows it, and only there.
// RUN: %clang --target=x86_64-linux-gnu -O3 -march=x86-64-v3 -freciprocal-math -emit-llvm -S %s -o - | FileCheck %s --check-prefix=RECIPROCAL
// RUN: %{tune} --target=x86_64-linux-gnu -march=x86-64-v3 -mllvm -kernel-bounds-tune=apply -emit-llvm -S %s -o - | FileCheck %s --check-prefix=STRICT
// RECIPROCAL-LABEL: @inexact(
// RECIPROCAL: fdiv arcp float 1.0{{.*}}, %
// RECIPROCAL-NOT: fdiv
// RECIPROCAL: }
// STRICT-LABEL: @inexact(
// STRICT: fdiv <8 x float> %
// STRICT: fdiv float %
void inexact(float *restrict y, const float *x, float d, long n) {
  for (long i = 0; i < n; ++i)
    y[i] = x[i] / d;
}

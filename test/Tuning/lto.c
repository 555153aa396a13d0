// In thin link-time optimization the loops are tuned once, when the code is
// generated, and the choice is that of a compilation without.
// REQUIRES: lld, plugin
// RUN: rm -rf %t && mkdir %t
// RUN: %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4 -mllvm -kernel-bounds-tune-trip-count=1000000 -mllvm -kernel-bounds-tune=apply -Rpass=kernel-bounds -c %s -o %t/plain.o 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 -flto=thin -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4 -mllvm -kernel-bounds-tune-trip-count=1000000 -mllvm -kernel-bounds-tune=apply -Rpass=kernel-bounds -c %s -o %t/thin.o 2>&1 | count 0
// RUN: env "KERNEL_BOUNDS_OPTIONS=cpu=znver4 tune=apply tune-trip-count=1000000" ld.lld --load-pass-plugin=%plugin --opt-remarks-filename %t/thin.yaml --opt-remarks-passes kernel-bounds -shared %t/thin.o -o %t/thin.so
// RUN: cat %t/thin.yaml* | FileCheck %s --check-prefix=THIN
// PLAIN: remark: #pragma clang loop interleave_count(8) takes 0.063 instead of 0.125 cy/src-it
// PLAIN-NOT: #pragma
// THIN: Name: Tuned
// THIN: Pragma: '#pragma clang loop interleave_count(8)'
// THIN: Then: '0.063'
// THIN-NOT: Pragma:

// The loop is the same in both.
// RUN: llvm-objdump --disassemble-symbols=sumsq --no-show-raw-insn --no-leading-addr %t/plain.o | grep vfmadd231ps > %t/plain.txt
// RUN: llvm-objdump --disassemble-symbols=sumsq --no-show-raw-insn --no-leading-addr %t/thin.so | grep vfmadd231ps > %t/thin.txt
// RUN: cmp %t/plain.txt %t/thin.txt

// Full link-time optimization and llc say that they do not tune.
// RUN: %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 -flto -c %s -o %t/full.o
// RUN: env "KERNEL_BOUNDS_OPTIONS=cpu=znver4 tune=apply tune-trip-count=1000000" ld.lld --load-pass-plugin=%plugin -shared %t/full.o -o %t/full.so 2>&1 | FileCheck %s --check-prefix=FULL
// FULL: warning: {{.*}}kernel-bounds: loops are not tuned in full link-time optimization; -flto=thin and compilation without -flto tune them
// RUN: %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 -emit-llvm -S %s -o %t/x.ll
// RUN: llc -load=%plugin -kernel-bounds-cpu=znver4 -kernel-bounds-tune=apply %t/x.ll -o %t/x.s 2>&1 | FileCheck %s --check-prefix=LLC
// LLC: warning: {{.*}}kernel-bounds: loops are not tuned, as no loop passes run here; compile with clang, or run opt with this plugin before

// opt has the loop passes, and tunes. It does not interleave on its own.
// RUN: %clang --target=x86_64-linux-gnu -O3 -ffast-math -march=x86-64-v3 -Xclang -disable-llvm-passes -emit-llvm -S %s -o %t/y.ll
// RUN: env "KERNEL_BOUNDS_OPTIONS=cpu=znver4 tune=apply tune-trip-count=1000000" opt -load-pass-plugin=%plugin -passes='default<O3>' -pass-remarks=kernel-bounds -S %t/y.ll -o %t/z.ll 2>&1 | FileCheck %s --check-prefix=OPT
// OPT: remark: {{.*}}#pragma clang loop interleave_count(8){{.*}} takes 0.{{[0-9]+}} instead of 0.{{[0-9]+}} cy/src-it

float sumsq(const float *x, long n) {
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

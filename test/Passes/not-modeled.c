// A loop with a call is not refused: the call is named.
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=cascadelake -fpass-plugin=%plugin -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s
void g(long);
void f(long n) {
  // CHECK: not-modeled.c:[[#@LINE+2]]:3: remark: loop takes {{.*}} cy/it or more: {{.*}}({{.*}} instructions, cascadelake), incomplete: calls g [-Rpass-analysis=kernel-bounds]
  // CHECK: not-modeled.c:[[#@LINE+1]]:3: remark: bounds leave out what is not modeled: call of g [-Rpass-missed=kernel-bounds]
  for (long i = 0; i < n; ++i)
    g(i);
}
// Inline assembly, too, if it is more than instructions in a row.
void h(long n) {
  // CHECK: not-modeled.c:[[#@LINE+2]]:3: remark: loop takes {{.*}}, incomplete: inline assembly (a label) is not modelled [
  // CHECK: not-modeled.c:[[#@LINE+1]]:3: remark: bounds leave out what is not modeled: inline assembly (a label) [
  for (long i = 0; i < n; ++i)
    __asm__ volatile("somewhere%=: nop" ::);
}

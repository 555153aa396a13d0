// A table of labels names blocks of the function that jumps through it. Other functions
// of the module are tuned without it, and that function with it. One that names a block of
// another one, which no C source can say, is left alone.
// DEFINE: %{tune} = %clang --target=x86_64-linux-gnu -O2 -march=x86-64-v3 -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4 -mllvm -kernel-bounds-tune-trip-count=100000
// RUN: %{tune} -mllvm -kernel-bounds-tune=suggest -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s
// RUN: %{tune} -mllvm -kernel-bounds-tune=apply -Rpass=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s
// CHECK: computed-goto.c:30:3: remark: #pragma clang loop {{.*}} with 100000 iterations)
// RUN: sed -n 's,^//LL ,,p' %s > %t.ll
// RUN: %clang -Wno-override-module -O2 -march=x86-64-v3 -fpass-plugin=%plugin -mllvm -kernel-bounds-cpu=znver4 -mllvm -kernel-bounds-tune=apply -c %t.ll -o /dev/null

int interpret(const unsigned char *p, int n) {
  static const void *const table[] = {&&add, &&twice, &&end};
  int v = 0, s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  goto *table[*p++];
add:
  v += n;
  goto *table[*p++];
twice:
  v *= 2;
  goto *table[*p++];
end:
  return v + s;
}

float sum(const float *x, int n) {
#pragma clang fp reassociate(on)
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

//LL target triple = "x86_64-unknown-linux-gnu"
//LL define void @jumps(ptr %to) {
//LL   indirectbr ptr %to, [label %here]
//LL here:
//LL   ret void
//LL }
//LL define void @names(ptr %p, i64 %n) {
//LL entry:
//LL   br label %loop
//LL loop:
//LL   %i = phi i64 [0, %entry], [%next, %loop]
//LL   %at = getelementptr ptr, ptr %p, i64 %i
//LL   store ptr blockaddress(@jumps, %here), ptr %at
//LL   %next = add i64 %i, 1
//LL   %more = icmp ult i64 %next, %n
//LL   br i1 %more, label %loop, label %exit
//LL exit:
//LL   ret void
//LL }

// -Rpass-analysis alone says that figures are incomplete, and why, in the line
// of the figures; records have keys for it.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -fsave-optimization-record -foptimization-record-file=%t.yaml -c %s -o /dev/null 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=RECORD --input-file=%t.yaml
void f(long), g(void), name_that_is_too_long_for_a_line(void);

// CHECK: loop takes {{.*}}, cascadelake), incomplete: calls f [-R
// RECORD: - Incomplete: calls f
// RECORD: - InstructionsNotModeled: '1'
// RECORD-NEXT: - String: '; Calls = '
// RECORD-NEXT: - Calls: '1'
// RECORD-NOT: NotLowered
void one(long n) {
  for (long i = 0; i < n; ++i)
    f(i);
}

// A function that is called twice is named once, long names are cut.
// CHECK: loop takes {{.*}}, incomplete: calls f, name_tha...r_a_line and 2 more [-R
// RECORD: - Calls: '5'
void many(long n, void (*p)(void)) {
  for (long i = 0; i < n; ++i) {
    f(i);
    f(i + 2);
    name_that_is_too_long_for_a_line();
    g();
    p();
  }
}

// Instructions are named as assembly has them, each once.
// CHECK: loop takes {{.*}}, incomplete: calls f; cpuid, rep stosq and 1 more are not modelled [-R
// RECORD: - Incomplete: {{'?}}calls f; cpuid, rep stosq and 1 more are not modelled
// RECORD: - InstructionsNotModeled: '5'
// RECORD-NOT: NotLowered
void assembly(long n, void *p) {
  for (long i = 0; i < n; ++i) {
    __asm__ volatile("cpuid" ::: "eax", "ebx", "ecx", "edx");
    f(i);
    long words = 8;
    __asm__ volatile("rep stosq" : "+D"(p), "+c"(words) : "a"(0L) : "memory");
    __asm__ volatile("pause");
    __asm__ volatile("pause");
  }
}

// CHECK: loop takes {{.*}}, incomplete: rep stos{{[bdlq]}} is not modelled [-R
// RECORD: - Incomplete: rep stos{{[bdlq]}} is not modelled
__attribute__((minsize)) void repeated(char (*p)[5000], long n) {
  for (long i = 0; i < n; ++i)
    __builtin_memset_inline(p[i], 0, 4096);
}

// Inline assembly that is more than instructions in a row has no figures.
// CHECK: loop takes {{.*}}, incomplete: inline assembly (a label) is not modelled [-R
// RECORD: - Incomplete: 'inline assembly (a label) is not modelled'
// RECORD: - InstructionsNotModeled: '0'
// RECORD: - NotLowered: '1'
void label(long n) {
  for (long i = 0; i < n; ++i)
    __asm__ volatile("1:\tdecq %%rax\n\tjne 1b" ::: "rax");
}

// CHECK: loop takes {{.*}}, incomplete: inline assembly (a directive), inline assembly (a jump) and 1 more are not modelled [-R
void directive(long n) {
  for (long i = 0; i < n; ++i) {
    __asm__ volatile(".byte 0x90");
    __asm__ volatile("jmp somewhere");
    __asm__ volatile("call somewhere");
  }
}

// CHECK: loop takes {{[^a-z]*}} cy/it expected: {{.*}}, cascadelake) [-R
// RECORD: Function: whole
// RECORD-NOT: {{Incomplete|Calls}}
void whole(double *a, long n) {
  for (long i = 1; i < n; ++i)
    a[i] += a[i - 1];
}

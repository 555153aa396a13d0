// The hint that strict aliasing may settle a pair is given only where types are
// not used yet, and never for bytes that are copied: these have no type.
// DEFINE: %{base} = %clang --target=x86_64-linux-gnu -O2 -g -march=cascadelake -fno-unroll-loops -fno-vectorize -fpass-plugin=%plugin -Rpass-missed=kernel-bounds -fno-caret-diagnostics -c %s -o /dev/null
// RUN: %{base} -fstrict-aliasing 2>&1 | FileCheck %s --check-prefix=ON
// RUN: %{base} -fno-strict-aliasing 2>&1 | FileCheck %s --check-prefix=OFF
// ON-NOT: -fstrict-aliasing

struct tables { float *to; unsigned char *from; int *i; };

// ON:      [[#@LINE+6]]:3: remark: {{.*}} 'to' meets {{.*}} 'from': vectorize(assume_safety) settles it
// OFF:     [[#@LINE+5]]:3: remark: {{.*}} 'to' meets {{.*}} 'from': vectorize(assume_safety) settles it
// OFF-NOT: -fstrict-aliasing
void bytes(struct tables *t, long n) {
  float *to = t->to;
  unsigned char *from = t->from;
  for (long k = 1; k < n; ++k) {
    int v;
    __builtin_memcpy(&v, from + 4 * (k - 1), 4);
    to[k] = v;
  }
}

// ON-NOT: remark: {{.*}} 'to' meets
// OFF:    'to' meets {{.*}} 'i': -fstrict-aliasing may settle it
void numbers(struct tables *t, long n) {
  float *to = t->to;
  int *i = t->i;
  for (long k = 1; k < n; ++k)
    to[k] = i[k - 1];
}

// Two variables of disjoint lifetimes share a stack slot: the compiler then drops
// the types of all machine accesses that may be to it. They are still known.
// ON-NOT: remark: {{.*}} 'to' meets
void use(void *);
void shared(struct tables *t, long n) {
  { int a[64]; use(a); }
  { double b[32]; use(b); }
  float *to = t->to;
  int *i = t->i;
  for (long k = 1; k < n; ++k)
    to[k] = i[k - 1];
}

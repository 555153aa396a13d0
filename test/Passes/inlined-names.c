// Names and places in functions that were inlined: a variable is named only if it
// is certain that the access is by it, and a line of another file with the file.
// RUN: %clang --target=x86_64-linux-gnu -O2 -g -march=cascadelake -fno-unroll-loops -fno-vectorize -fpass-plugin=%plugin -Rpass-missed=kernel-bounds -fno-caret-diagnostics -c %s -o /dev/null 2>&1 | FileCheck %s
// CHECK-NOT: 'hashTable'

#define INLINE static inline __attribute__((always_inline))

// Both tables are in one object; code generation adds the distance of the second
// one to each access. The first one has the address of the object.
struct context {
  unsigned hash[1024];
  unsigned short chain[65536];
};
INLINE void insert(struct context *c, const unsigned char *p, unsigned n) {
  unsigned short *const chainTable = c->chain;
  unsigned *const hashTable = c->hash;
  // CHECK: [[#@LINE+1]]:3: remark: {{.*}} if line [[#@LINE+4]]'s store to '{{c|chainTable}}' meets line [[#@LINE+3]]'s load of 'p':
  for (unsigned i = 0; i < n; ++i) {
    unsigned v;
    __builtin_memcpy(&v, p + i, 4);
    chainTable[(v * 2654435761u) >> 16] = v;
    if (i == 77)
      hashTable[5] = v;
  }
}
void one(struct context *c, const unsigned char *p, unsigned n) {
  unsigned *const hashTable = c->hash;
  hashTable[3] = 1;
  insert(c, p, n);
}

// Variables of the inlined function, and parameters of the one that has the loop.
INLINE void copy(char *d, const char *s, long n) {
  // CHECK: [[#@LINE+1]]:3: remark: {{.*}} if line [[#@LINE+2]]'s store to 'd' meets line [[#@LINE+2]]'s load of 's': 'restrict' on 'target' or 'source' settles it (inlined into far)
  for (long i = 1; i < n; ++i)
    d[i] = s[i - 1] * 3;
}
void far(char *target, const char *source, long n) { copy(target, source, n); }

// The store stands in another file than the loop.
# 1000 "table.h"
INLINE void put(int *to, int v, long k) { to[k] = v; }
# 100 "loops.c"
void other(int *a, int *b, long n) {
  for (long i = 1; i < n; ++i)
    put(a, b[i - 1] * 3, i);
}
// CHECK: if table.h:1000's store to 'to' meets line 102's load of 'b': 'restrict' on 'a' or 'b' settles it

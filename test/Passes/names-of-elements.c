// Of several variables in one block of memory, only one whose elements have the
// width of the access may be the one that was used. A pointer that may be null
// is not null where it is used.
// RUN: %clang --target=x86_64-linux-gnu -O3 -march=cascadelake -g -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s

typedef unsigned short U16;
typedef unsigned char BYTE;
void sorted(U16 *table, void *space, unsigned symbols, unsigned n) {
  U16 *places = (U16 *)space;
  BYTE *kinds = (BYTE *)(places + (symbols + 2));
  // CHECK: names-of-elements.c:[[#@LINE+1]]:3: remark: at most {{.*}} if line [[#@LINE+3]]'s store to 'places' meets line [[#@LINE+2]]'s load of 'kinds': the index decides
  for (unsigned u = 0; u < n; u++) {
    BYTE s = kinds[u];
    table[places[s]++] = (U16)(n + u);
  }
}

void count(const unsigned *a, long n, void *space, long size) {
  U16 *rank = size >= 512 ? (U16 *)space : 0;
  // CHECK: names-of-elements.c:[[#@LINE+1]]:3: remark: at most {{.*}} if line [[#@LINE+2]]'s store to 'rank' meets line [[#@LINE+2]]'s load of 'rank': the index decides
  for (long i = 0; i < n; ++i)
    rank[a[i] & 255]++;
}

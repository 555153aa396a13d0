// A pragma that promises independent trips is no way out where one trip reads
// what another wrote.
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=cascadelake -fno-vectorize -fno-unroll-loops -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s

struct state {
  unsigned char *window;
  unsigned short *prev, *head;
  unsigned mask, hash;
};
void insert(struct state *s, unsigned at, unsigned n) {
  unsigned short *prev = s->prev, *head = s->head;
  unsigned char *window = s->window;
  unsigned h = s->hash, mask = s->mask;
  // CHECK: hint-parallel.c:[[#@LINE+1]]:3: remark: at most {{.*}} meets {{.*}}: 'restrict' parameters would settle it
  do {
    h = ((h << 5) ^ window[at]) & mask;
    prev[at & mask] = head[h];
    head[h] = at;
    at++;
  } while (--n);
}

struct pair {
  float *a, *b;
};
void scale(struct pair *p, long n) {
  float *a = p->a, *b = p->b;
  // CHECK: hint-parallel.c:[[#@LINE+1]]:3: remark: at most {{.*}} meets {{.*}}: vectorize(assume_safety) settles it
  for (long i = 0; i < n; ++i)
    a[i] = b[i] * 2;
}

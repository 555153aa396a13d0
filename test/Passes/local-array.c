// A local array meets no argument, also where that is reached by a pointer that
// moves by what it reads.
// RUN: %clang --target=x86_64-linux-gnu -O2 -march=cascadelake -fno-caret-diagnostics -fpass-plugin=%plugin -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not='meets'
// CHECK: local-array.c:[[#@LINE+8]]:5: remark: loop takes
int find(const unsigned char *src, unsigned n, int *out) {
  unsigned short table[4096];
  __builtin_memset(table, 0, sizeof table);
  const unsigned char *ip = src, *end = src + n, *match = src;
  int count = 0;
  for (;;) {
    unsigned step = 1, h;
    do {
      h = (ip[0] | ip[1] << 8) * 2654435761u >> 20;
      ip += step++ >> 6;
      if (ip > end)
        goto done;
      match = src + table[h];
      table[h] = (unsigned short)(ip - src);
    } while (match[0] != ip[0]);
    while (ip < end && *ip == *match)
      ++ip, ++match;
    if (ip >= end)
      break;
    ip = match[1] ? match : ip + 2;
    ++count;
  }
done:
  *out = table[count & 4095];
  return count;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Time.c - Times several ways to compile a kernel --------------------===//
///
/// \file
///   time ROUNDS TOLERANCE WAY.so...
///
/// The ways are accuracy kernels (bench/accuracy/kernels/kernel.h) whose data
/// stand in the section kb_data. Prints a line for each way:
///
///   TICKS SAME
///
/// TICKS are time-stamp ticks of one call for each of eight trip counts, from
/// kb_max_n down to about half of it, added up. Each is the least of all
/// rounds; in a round the ways run in turn. SAME says how the data after some
/// calls compare with those of the first way: "same" bit for bit, "near" if
/// every word that differs is, taken as floating point, within TOLERANCE,
/// relatively; else "differs".
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <x86intrin.h>

enum { NumCounts = 8, MaxWays = 128, TicksOfBatch = 3000 };

struct way {
  void (*init)(void);
  void (*run)(long);
  char *data, *end;
  uint64_t least[NumCounts]; // Of a batch.
};

static struct way ways[MaxWays];
static long counts[NumCounts];
static int calls[NumCounts]; // In a batch.

static void *find(void *handle, const char *file, const char *name) {
  void *found = dlsym(handle, name);
  if (!found) {
    fprintf(stderr, "time: %s: no symbol '%s'\n", file, name);
    exit(2);
  }
  return found;
}

/// Finds the section kb_data of \p file, which is loaded as \p handle.
static void find_data(struct way *w, void *handle, const char *file) {
  struct link_map *map;
  Elf64_Ehdr header;
  FILE *f = fopen(file, "rb");
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) || !f ||
      fread(&header, sizeof header, 1, f) != 1) {
    fprintf(stderr, "time: cannot read '%s'\n", file);
    exit(2);
  }
  Elf64_Shdr sections[header.e_shnum];
  fseek(f, header.e_shoff, SEEK_SET);
  const size_t num = fread(sections, sizeof *sections, header.e_shnum, f);
  for (size_t k = 0; k < num; ++k) {
    char name[8] = "";
    fseek(f, sections[header.e_shstrndx].sh_offset + sections[k].sh_name,
          SEEK_SET);
    if (fread(name, sizeof name, 1, f) == 1 && !memcmp(name, "kb_data", 8)) {
      w->data = (char *)map->l_addr + sections[k].sh_addr;
      w->end = w->data + sections[k].sh_size;
    }
  }
  fclose(f);
  if (!w->data) {
    fprintf(stderr, "time: %s: no section 'kb_data'\n", file);
    exit(2);
  }
}

/// Returns kb_max_n.
static int load(struct way *w, const char *file) {
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    fprintf(stderr, "time: %s\n", dlerror());
    exit(2);
  }
  w->init = (void (*)(void))find(handle, file, "kernel_init");
  w->run = (void (*)(long))find(handle, file, "kernel");
  find_data(w, handle, file);
  for (int c = 0; c < NumCounts; ++c)
    w->least[c] = UINT64_MAX;
  return *(const int *)find(handle, file, "kb_max_n");
}

static uint64_t ticks(void (*run)(long), long n, int calls) {
  unsigned aux;
  _mm_lfence();
  const uint64_t from = __rdtsc();
  _mm_lfence();
  for (int k = 0; k < calls; ++k)
    run(n);
  const uint64_t to = __rdtscp(&aux);
  _mm_lfence();
  return to - from;
}

static void choose_batches(void) {
  for (int c = 0; c < NumCounts; ++c) {
    uint64_t one = UINT64_MAX;
    for (int k = 0; k < 20; ++k) {
      const uint64_t t = ticks(ways[0].run, counts[c], 1);
      one = t < one ? t : one;
    }
    calls[c] = 1 + TicksOfBatch / (one + 1);
  }
}

static void measure(int num_ways, int rounds) {
  for (int round = 0; round < rounds; ++round)
    for (int k = 0; k < num_ways; ++k) {
      struct way *w = &ways[k];
      w->run(counts[0]); // Its data into the cache.
      for (int c = 0; c < NumCounts; ++c) {
        w->run(counts[c]);
        const uint64_t t = ticks(w->run, counts[c], calls[c]);
        w->least[c] = t < w->least[c] ? t : w->least[c];
      }
    }
}

static int is_near(double a, double b, double tolerance) {
  return fabs(a - b) <= tolerance * (fabs(a) + fabs(b)) / 2;
}

/// Whether eight bytes are near, as one number of double precision or two of
/// single precision. Addresses of the data are as far from their beginning.
static int are_near(const struct way *a, const struct way *b, size_t at,
                    double tolerance) {
  double da, db;
  float fa[2], fb[2];
  uint64_t ua, ub;
  memcpy(&ua, a->data + at, 8);
  memcpy(&ub, b->data + at, 8);
  if (ua - (uintptr_t)a->data == ub - (uintptr_t)b->data)
    return 1;
  memcpy(&da, &ua, 8), memcpy(&db, &ub, 8);
  if (is_near(da, db, tolerance))
    return 1;
  memcpy(fa, &ua, 8), memcpy(fb, &ub, 8);
  for (int k = 0; k < 2; ++k)
    if (memcmp(&fa[k], &fb[k], 4) && !is_near(fa[k], fb[k], tolerance))
      return 0;
  return 1;
}

static const char *compare(const struct way *a, const struct way *b,
                           double tolerance) {
  const char *same = "same";
  if (a->end - a->data != b->end - b->data)
    return "differs";
  for (size_t at = 0; at + 8 <= (size_t)(a->end - a->data); at += 8) {
    if (!memcmp(a->data + at, b->data + at, 8) || are_near(a, b, at, 0))
      continue;
    if (!are_near(a, b, at, tolerance))
      return "differs";
    same = "near";
  }
  return same;
}

int main(int argc, char **argv) {
  const int num_ways = argc - 3;
  if (num_ways < 1 || num_ways > MaxWays)
    return 2;
  int most = 0;
  for (int k = 0; k < num_ways; ++k)
    most = load(&ways[k], argv[k + 3]);
  // An odd step, so that all remainders by powers of two occur.
  for (int c = 0; c < NumCounts; ++c) {
    counts[c] = most - c * (most / 16 | 1);
    counts[c] = counts[c] < 1 ? 1 : counts[c];
  }
  for (int k = 0; k < num_ways; ++k) {
    ways[k].init();
    for (int c = 0; c < NumCounts; ++c)
      ways[k].run(counts[c]);
  }
  const char *same[MaxWays];
  for (int k = 0; k < num_ways; ++k)
    same[k] = compare(&ways[0], &ways[k], atof(argv[2]));
  choose_batches();
  measure(num_ways, atoi(argv[1]));
  for (int k = 0; k < num_ways; ++k) {
    double sum = 0;
    for (int c = 0; c < NumCounts; ++c)
      sum += (double)ways[k].least[c] / calls[c];
    printf("%.2f %s\n", sum, same[k]);
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chains of dependent loads through pointers and indices.
#include <stddef.h>
#include <stdint.h>

void *chase(void **p, size_t n) {
  for (size_t i = 0; i < n; i++)
    p = (void **)*p;
  return p;
}

uint32_t chase_index(const uint32_t *next, uint32_t at, size_t n) {
  for (size_t i = 0; i < n; i++)
    at = next[at];
  return at;
}

uint32_t find_root(uint32_t *parent, uint32_t x) {
  while (parent[x] != x) {
    parent[x] = parent[parent[x]];
    x = parent[x];
  }
  return x;
}

uint32_t run_machine(const uint8_t table[][256], const uint8_t *s, size_t n) {
  uint32_t state = 0;
  for (size_t i = 0; i < n; i++)
    state = table[state][s[i]];
  return state;
}

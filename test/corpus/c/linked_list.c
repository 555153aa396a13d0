// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks over linked lists, chains and trees.
#include <stddef.h>

struct node {
  struct node *next;
  long value;
};

struct tree {
  struct tree *child[2];
  int key;
};

long list_sum(const struct node *p) {
  long s = 0;
  for (; p; p = p->next)
    s += p->value;
  return s;
}

struct node *list_reverse(struct node *p) {
  struct node *done = NULL;
  while (p) {
    struct node *next = p->next;
    p->next = done;
    done = p;
    p = next;
  }
  return done;
}

const struct tree *tree_find(const struct tree *t, int key) {
  while (t && t->key != key)
    t = t->child[key > t->key];
  return t;
}

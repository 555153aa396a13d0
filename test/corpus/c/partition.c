// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Partition, stable filter, and merge of sorted runs.
#include <stddef.h>

size_t partition(int *a, int pivot, size_t n) {
  size_t k = 0;
  for (size_t i = 0; i < n; i++) {
    int v = a[i];
    a[i] = a[k];
    a[k] = v;
    k += v < pivot;
  }
  return k;
}

size_t keep_positive(float *restrict out, const float *restrict a, size_t n) {
  size_t k = 0;
  for (size_t i = 0; i < n; i++)
    if (a[i] > 0.0f)
      out[k++] = a[i];
  return k;
}

void merge(int *restrict out, const int *restrict a, const int *restrict b,
           size_t na, size_t nb) {
  size_t i = 0, j = 0;
  while (i < na && j < nb) {
    if (b[j] < a[i])
      *out++ = b[j++];
    else
      *out++ = a[i++];
  }
}

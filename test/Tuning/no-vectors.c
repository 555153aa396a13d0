// Widths and interleave counts are not tried where the vectorizer can do
// nothing with a loop: as compiled, and with 1, 2, 4 and 8 copies of the body.
// REQUIRES: clang, plugin
// DEFINE: %{tune} = kernel-opt tune --quiet --cpu=znver4 --format=json
// DEFINE: %{with} = -- %clang --target=x86_64-linux-gnu -O3 -march=x86-64-v3
// RUN: %{tune} --function='^hash$' %s %{with} > %t.json
// RUN: FileCheck %s --check-prefix=HASH < %t.json
// RUN: grep -c '"unroll_count"' %t.json | FileCheck %s --check-prefix=COUNT
// RUN: %{tune} --function='^sum$' %s %{with} | FileCheck %s --check-prefix=SUM

unsigned hash(const unsigned *a, int n) {
  unsigned h = 0;
  for (int i = 0; i < n; ++i)
    h = h * 31 ^ a[i];
  return h;
}

// HASH-NOT: "vectorize_width": {{[1-9]}}
// HASH-NOT: "interleave_count": {{[1-9]}}
// HASH: "unroll_count": 8
// COUNT: {{^}}5{{$}}

int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}

// SUM: "vectorize_width": 2
// SUM: "interleave_count": 8

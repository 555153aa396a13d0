// Calls beside the analysed path, and calls between a store and a load.
// DEFINE: %{flags} = --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -fno-caret-diagnostics -fpass-plugin=%plugin -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds
// RUN: %clang %{flags} -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not='would give'
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -S %s -o %t.s
// RUN: kernel-opt --bounds-only --cpu=cascadelake --function=append %t.s | FileCheck %s --check-prefix=TEXT --implicit-check-not='would give'
// RUN: %clang %{flags} -DINLINE -c %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=INLINE

// The call is on another path than the one that is analysed. What a change
// would give is not known, and a register does not hold what the callee reads.
struct list {
  long *at, n, max;
};
#ifdef INLINE
static inline void grow(struct list *l) { l->max *= 2; }
#else
void grow(struct list *l);
#endif
void append(struct list *l, const long *a, long n) {
  // CHECK: loop takes 5.00 cy/it expected: {{.*}}, 1 block off the analysed path (calls grow), at least
  // CHECK: limited by latency
  // CHECK: the store of line [[#@LINE+7]] is read 1 iteration later
  // TEXT: 1 other block of the loop not on the analysed path
  // INLINE: loop takes {{.*}}, 1 block off the analysed path{{$|,| \[}}
  // INLINE: would give
  for (long i = 0; i < n; ++i) {
    if (__builtin_expect(l->n == l->max, 0))
      grow(l);
    l->at[l->n++] = a[i];
  }
}

// A callee may write what it is given the address of.
long step(long *left);
long given(long n) {
  long left = 0, sum = 0;
  // CHECK: loop takes 5.00 cy/it expected: {{.*}}, at least 1.50 if the call of step overwrites what line [[#@LINE+4]]'s load reads, incomplete: calls step
  // CHECK: limited by latency
  // CHECK: the store of line [[#@LINE+2]] is read 1 iteration later by the load of line [[#@LINE+2]]: 8 bytes, forwarded in 4 cycles, expected unless the call of step overwrites it
  for (long i = 0; i < n; ++i) {
    left += i;
    sum += step(&left);
  }
  return sum;
}

// This one writes nothing.
long look(const long *left) __attribute__((pure));
long pure(long n) {
  volatile long left = 0;
  long sum = 0;
  // CHECK: loop takes 5.00 cy/it or more: {{.*}}, incomplete: calls look
  // CHECK: limited by latency
  // CHECK: is read 1 iteration later by the load of line [[#@LINE+2]]: 8 bytes, forwarded in 4 cycles [-R
  for (long i = 0; i < n; ++i) {
    left += i;
    sum += look((const long *)&left);
  }
  return sum;
}

// Nobody has the address of a local variable that is only read and written.
long step2(void);
long own(long n) {
  volatile long left = 0;
  // CHECK: loop takes 5.00 cy/it or more: {{.*}}, incomplete: calls step2
  // CHECK: limited by latency
  // CHECK: is read 1 iteration later by the load of line [[#@LINE+2]]: 8 bytes, forwarded in 4 cycles [-R
  for (long i = 0; i < n; ++i)
    left += step2();
  return left;
}

// What a loop takes at most is not known if it calls something.
void done(void);
void copy(double *a, const double *b, long n) {
  // CHECK: loop takes {{.*}} incomplete: calls done
  // CHECK-NOT: meets
  for (long i = 0; i < n; ++i) {
    a[i] = b[i];
    done();
  }
}

// What a run found is said of the loop that it is of.
// The profile names lines 20 and 38.
// REQUIRES: clang, plugin, python
// RUN: split-file %S/Inputs/profile.txt %t
// DEFINE: %{base} = %clang --target=x86_64-linux-gnu -march=cascadelake -O1 -g -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -c %s
// RUN: %{base} -o %t/with.o -mllvm -kernel-bounds-profile=%t/run.json 2>&1 | FileCheck %s
// RUN: %{base} -o %t/without.o 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: cmp %t/with.o %t/without.o
// RUN: env KERNEL_BOUNDS_OPTIONS=profile=%t/run.json %{base} -o %t/with.o 2>&1 | FileCheck %s
// WITHOUT-NOT: recorded run
// WITHOUT-NOT: what a run found

// Pointers met: advice that does not help then is left out.
void met(char *to, const char *from, long n) {
// CHECK: profile.c:[[#@LINE+4]]:3: remark: loop takes 1.25 cy/it
// CHECK: profile.c:[[#@LINE+3]]:3: remark: in the recorded run: 60 % of its time; 402 trips a visit (400 to 404); 1.00 loads a trip got what the loop stored; 4.58 cy/it as it ran (cascadelake) [-R
// CHECK: profile.c:[[#@LINE+2]]:3: remark: at most 5.00 cy/it if line [[#@LINE+3]]'s store {{.*}}; in the recorded run, 1.00 loads a trip got what the loop stored [-R
// CHECK-NOT: would give
  for (long i = 0; i < n; ++i)
    to[i] = from[i] + 1;
}

// They did not.
void apart(char *to, const char *from, long n) {
// CHECK: profile.c:[[#@LINE+4]]:3: remark: loop takes
// CHECK: profile.c:[[#@LINE+3]]:3: remark: in the recorded run: 20 % of its time; 1 trip a visit; no load met a store of the loop in 4096 trips; 0.50 mispredicted branches a trip; 2.00 cy/it as it ran (cascadelake) [-R
// CHECK: profile.c:[[#@LINE+2]]:3: remark: at most 5.00 cy/it if {{.*}}; in the recorded run, no load met a store of the loop in 4096 trips [-R
// CHECK: profile.c:[[#@LINE+1]]:3: remark: unrolling by 4 would give 1.00
  for (long i = 0; i < n; ++i)
    to[i] = from[i] + 1;
}

// The loop has another load now.
void changed(char *to, const char *from, long n) {
// CHECK: profile.c:[[#@LINE+2]]:3: remark: what a run found of a loop at profile.c:38 (5 instructions, 1 store, 1 branch) is left out: no loop of the function is like that now [-R
// CHECK-NOT: in the recorded run
  for (long i = 0; i < n; ++i)
    to[i] = from[i] + 1;
}

// Both loops fit, as the run did not know the line.
void twice(char *to, char *other, long n) {
// CHECK: remark: what a run found of a loop (4 instructions, 1 store, 1 branch) is left out: several loops fit [-R
// CHECK-NOT: in the recorded run
  for (long i = 0; i < n; ++i)
    to[i] = i;
  for (long i = 0; i < n; ++i)
    other[i] = i;
}

// Samples alone are a share of the time.
void sampled(char *to, long n) {
// CHECK: profile.c:[[#@LINE+1]]:3: remark: in the recorded run: 7 % of its time [-R
  for (long i = 0; i < n; ++i)
    to[i] = i;
}

// Values go through memory in any run: that loads met stores says nothing of the
// two pointers, and takes no advice away.
void always(long *to, const long *from, long n) {
// CHECK: profile.c:[[#@LINE+3]]:3: remark: in the recorded run: 1.00 loads a trip got what the loop stored; 5.00 cy/it as it ran (cascadelake) [-R
// CHECK: profile.c:[[#@LINE+2]]:3: remark: at most 5.00 cy/it if {{.*}} settles it [-R
// CHECK: profile.c:[[#@LINE+1]]:3: remark: keeping stored values in registers
  for (long i = 0; i < n; ++i)
    to[i + 2] = to[i] + from[i];
}

// Of too few trips nothing is known.
void uncounted(char *to, const char *from, long n) {
// CHECK: profile.c:[[#@LINE+2]]:3: remark: in the recorded run: 5 % of its time [-R
// CHECK: profile.c:[[#@LINE+1]]:3: remark: at most 5.00 cy/it if {{.*}} settles it [-R
  for (long i = 0; i < n; ++i)
    to[i] = from[i] + 1;
}

// A function of another file has the name of this one.
void elsewhere(char *to, const char *from, long n) {
// CHECK-NOT: what a run found
// CHECK: profile.c:[[#@LINE+1]]:3: remark: loop takes
  for (long i = 0; i < n; ++i)
    to[i] = from[i] + 1;
}

// RUN: %{base} -o /dev/null -mllvm -kernel-bounds-profile=%t/none.json 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: warning: kernel-bounds: -kernel-bounds-profile: cannot read '{{.*}}none.json': No such file
// NONE: remark: loop takes 1.25 cy/it
// RUN: %{base} -o /dev/null -mllvm -kernel-bounds-profile=%t/cut.json 2>&1 | FileCheck %s --check-prefix=CUT
// CUT: warning: kernel-bounds: -kernel-bounds-profile: '{{.*}}cut.json': [3:0, byte=34]: Unexpected EOF
// RUN: %{base} -o /dev/null -mllvm -kernel-bounds-profile=%t/other.json 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: warning: kernel-bounds: -kernel-bounds-profile: '{{.*}}other.json' is no report of 'kernel-opt run --record --format=json'
// RUN: %python -c "print('[' * 1000000)" > %t/deep.json
// RUN: %{base} -o /dev/null -mllvm -kernel-bounds-profile=%t/deep.json 2>&1 | FileCheck %s --check-prefix=DEEP
// DEEP: warning: kernel-bounds: -kernel-bounds-profile: '{{.*}}deep.json': [1:256, byte=256]: Lists and objects nested too deep
// RUN: %{base} -o /dev/null -mllvm -kernel-bounds-profile=/dev/zero 2>&1 | FileCheck %s --check-prefix=ENDLESS
// ENDLESS: warning: kernel-bounds: -kernel-bounds-profile: cannot read '/dev/zero':

// Long names lose their middle in texts and stay whole in the record; a loop that
// is entered in its middle, too, is said to be so.
// RUN: %clang --target=x86_64-linux-gnu -O1 -g -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -fsave-optimization-record -foptimization-record-passes=kernel-bounds -foptimization-record-file=%t.yaml -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=RECORD < %t.yaml

void scale(double *temperature_of_the_north_side, double *temperature_of_the_south_side, long n) {
  // CHECK: if line [[#@LINE+5]]'s store to 'temperat...rth_side' meets line [[#@LINE+5]]'s load of 'temperat...uth_side': 'restrict' on either settles it
  // RECORD: Name: PossibleDependence
  // RECORD: StoreArray: temperature_of_the_north_side
  // RECORD: LoadArray: temperature_of_the_south_side
  for (long i = 1; i < n; ++i)
    temperature_of_the_north_side[i] = temperature_of_the_south_side[i - 1] * 0.5;
}

// CHECK-NOT: entered
volatile int x, y;
void irreducible(int middle) {
  // CHECK: remark: loop takes {{.*}}, also entered in its middle
  // RECORD: OtherEntries: '1'
  if (middle)
    goto inside;
again:
  x = 1;
inside:
  y = 2;
  if (x)
    goto again;
}

// The optimization record: stable keys, and beside every decimal an integer in
// thousandths of a cycle, which llvm-remarkutil can add up.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -ffp-contract=fast -march=cascadelake -fpass-plugin=%plugin -fsave-optimization-record -foptimization-record-passes=kernel-bounds -foptimization-record-file=%t/r.yaml -c %s -o %t/x.o
// RUN: FileCheck %s < %t/r.yaml
// RUN: llvm-remarkutil count --parser=yaml --count-by=arg --args=PredictionMilli --group-by=function %t/r.yaml | FileCheck %s --check-prefix=COUNT
// RUN: llvm-remarkutil yaml2bitstream %t/r.yaml -o %t/r.bs

double sum(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}
// CHECK:      --- !Analysis
// CHECK-NEXT: Pass:            kernel-bounds
// CHECK-NEXT: Name:            LoopBounds
// CHECK-NEXT: DebugLoc:        { File: {{.*}}record.c{{.*}}, Line: 11, Column: 3 }
// CHECK-NEXT: Function:        sum
// CHECK:        - Prediction:      '4.00'
// CHECK:        - TP:              '1.00'
// CHECK:        - LCD:             '4.00'
// CHECK:        - CPU:             cascadelake
// CHECK:        - PredictionMilli: '4000'
// CHECK:        - TPMilli:         '1000'
// CHECK:        - LCDMilli:        '4000'
// CHECK:        - PredictionExact: '4'
// CHECK:        - Limit:           latency
// CHECK:        - Label:           .LBB0_
// CHECK:        - InstructionsNotModeled: '0'
// CHECK:      --- !Analysis
// CHECK:      Name:            Bottleneck
// CHECK:        - Bottleneck:      latency
// CHECK:        - Limits:          '1'
// CHECK-NEXT:   - String:          '; GainPercent = '
// CHECK-NEXT:   - GainPercent:     '15'
// CHECK-NEXT:   - String:          '; ChainCycles = '
// CHECK-NEXT:   - ChainCycles:     '4'
// CHECK:      --- !Missed
// CHECK:      Name:            Opportunity
// COUNT: Function,PredictionMilli
// COUNT-NEXT: sum,4000

// Viewers show the values of all arguments one behind the other, without keys:
// what only records have stands behind the sentence, in brackets, each value with
// its name. llvm-remarkutil finds each number by itself, and changes no text.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -ffp-contract=fast -march=cascadelake -fpass-plugin=%plugin -fsave-optimization-record -foptimization-record-passes=kernel-bounds -foptimization-record-file=%t.yaml -c %s -o %t.o
// RUN: %python %S/../tools/record_texts.py %t.yaml | FileCheck %s
// RUN: llvm-remarkutil count --parser=yaml --count-by=arg --args=PredictionMilli --args=GainMilli --args=ChainCycles --args=Count --group-by=function %t.yaml | FileCheck %s --check-prefix=COUNT
// RUN: llvm-remarkutil filter --parser=yaml --rpass-name=kernel-bounds %t.yaml -o %t.filtered.yaml
// RUN: %python %S/../tools/record_texts.py %t.filtered.yaml | FileCheck %s
// RUN: llvm-remarkutil yaml2bitstream %t.yaml -o %t.bitstream
// RUN: llvm-remarkutil bitstream2yaml %t.bitstream -o %t.again.yaml
// RUN: %python %S/../tools/record_texts.py %t.again.yaml | FileCheck %s

double sum(const double *a, long n) {
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}
// CHECK:      LoopBounds: loop takes 4.00 cy/it {{.*}} (4 instructions, cascadelake) [PredictionMilli = 4000; TPMilli = 1000; LCDMilli = 4000; CPMilli = 9000; UpperMilli = 9000; Simulation = exact; Bound = 4.00; BoundMilli = 4000; PredictionExact = 4; Limit = latency; Label = .LBB0_{{[0-9]+}}; Model = {{.*}}; InstructionsFromModel = 4; InstructionsFromLLVM = 0; InstructionsNotModeled = 0]{{$}}
// CHECK-NEXT: Bottleneck: limited by latency: chain of 1 (VADDSDrm), 4 cycles [Limit = latency; AllLimits = latency; Limits = 1; GainPercent = 15; ChainCycles = 4; ChainDistance = 1]{{$}}
// CHECK-NEXT: FloatingPoint: 0.25 flop/cy, 0.8 % of the core{{'+}}s peak of 32 (fp64) [Flops = 1; FlopsPerCycleMilli = 250; PeakMilli = 8; PerElementMilli = 4000]{{$}}
// CHECK-NEXT: NotVectorized: not vectorized: cannot prove it is safe to reorder floating-point operations{{$}}
// CHECK-NEXT: Opportunity: 8 independent accumulators (unroll or interleave) would give 0.56 instead of 4.00 cy/it [AfterMilli = 563; BeforeMilli = 4000; GainMilli = 3438; Kind = independent-chains; Count = 8; Reductions = 1]{{$}}
// CHECK-NOT:  {{.}}
// COUNT:      Function,PredictionMilli,ChainCycles,GainMilli,Count
// COUNT-NEXT: sum,4000,4,3438,8

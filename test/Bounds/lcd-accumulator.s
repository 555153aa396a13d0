# The addend of a multiply-add is needed 2 cycles before the result, a factor 4.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# RUN: sed -e 's/vfmadd231pd/vfmadd213pd/' %s | kernel-opt --bounds-only --model=%toy - | FileCheck %s --check-prefix=FACTOR
# CHECK: 2.00 cy/it, limited by latency{{$}}
# CHECK-NEXT: next: 4 independent accumulators (unroll or interleave) would give 0.50 cy/it{{$}}
# Horner's rule enters through a factor: no sum, but a linear recurrence.
# FACTOR: 4.00 cy/it, limited by latency{{$}}
# FACTOR-NEXT: next: splitting the recurrence into 8 (line {{[0-9]+}}; each goes on by the 8th power of the factor) would give 0.50 cy/it{{$}}
.L0:
	vfmadd231pd %xmm0, %xmm1, %xmm2
	decq %rdi
	jne .L0

# The toy divides in 8 cycles on one unit, and multiplies on p2 p3.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# RUN: kernel-opt --bounds-only --model=%toy --format=json %s | FileCheck %s --check-prefix=JSON

# xmm0 stays: 1/2 cycle for the multiplication, 1 for the counter.
# CHECK-LABEL: {{^}}stays (
# CHECK-SAME: 8.00 cy/it, limited by unit div{{$}}
# CHECK-NEXT: next: multiplying by a reciprocal (line [[#@LINE+10]]; -freciprocal-math) would give 1.00 cy/it{{$}}
# JSON: "kind": "reciprocal",
# JSON-NEXT: "count": 1,
# JSON-NEXT: "iterations": 0,
# JSON-NEXT: "from": {
# JSON-NEXT: "cycles": 8.0
# JSON: "to": {
# JSON-NEXT: "cycles": 1.0
	.type stays, @function
stays:
	vdivpd %xmm0, %xmm1, %xmm2
	decq %rdi
	jne stays

# The divisor is another one in each iteration, and these are vectors already. The
# toy knows no single precision.
# CHECK-LABEL: {{^}}changes (
# CHECK-SAME: 8.00 cy/it, limited by unit div{{$}}
# CHECK-NOT: next:
	.type changes, @function
changes:
	vdivpd %xmm0, %xmm1, %xmm2
	vaddpd %xmm3, %xmm4, %xmm0
	decq %rdi
	jne changes

// A quotient of 32 bits is expected of a division of 64: 12 cycles, and 5 at least.
// RUN: kernel-opt --cpu=neoverse-n1 --bounds-only %s | FileCheck %s

// On a core that issues in order, the proved bound has the fastest operands, too.
// RUN: echo '{schema: 1, name: mine, target: aarch64, base: cortex-a55, sources: {t: "for tests"}, instructions: [{match: UDIVXr, latency: {data: 4, expected: 20}, source: t}]}' > %t.yaml
// RUN: kernel-opt --model=%t.yaml --bounds-only --format=csv %s | FileCheck %s --check-prefix=ORDER
// ORDER: .Lquotient,{{.*}},23.00,23.00,23.00,latency,yes,,8.00,
// CHECK: label .Lquotient: 13.00 cy/it expected, limited by latency
// CHECK-NEXT: at least: 6.00 cy/it, if line [[#@LINE+2]] takes 5 cycles, not 12
.Lquotient:
	udiv x0, x0, x1
	add x0, x0, x2
	subs x3, x3, #1
	b.ne .Lquotient

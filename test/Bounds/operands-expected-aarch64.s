// A quotient of 32 bits is expected of a division of 64: 12 cycles, and 5 at least.
// RUN: kernel-opt --cpu=neoverse-n1 --bounds-only %s | FileCheck %s
// CHECK: label .Lquotient: 13.00 cy/it expected, limited by latency
// CHECK-NEXT: at least: 6.00 cy/it, if line [[#@LINE+2]] takes 5 cycles for its operands, not 12
.Lquotient:
	udiv x0, x0, x1
	add x0, x0, x2
	subs x3, x3, #1
	b.ne .Lquotient

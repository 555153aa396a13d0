// Recurrences through memory: a fixed address, a moved pointer, write-back, a
// scaled index. 5 cycles through memory and 6 for the addition.
// RUN: kernel-opt --bounds-only --cpu=thunderx2t99 -q %s | FileCheck %s
// CHECK: label .Lfixed): 11.00 cy/it, limited by latency
// CHECK: label .Lmoved): 11.00 cy/it
// CHECK: label .Lback): 11.00 cy/it
// CHECK: label .Lindex): 5.50 cy/it
f:
.Lfixed:
	ldr d0, [x0, #8]
	fadd d0, d0, d1
	str d0, [x0, #8]
	subs x2, x2, #1
	b.ne .Lfixed
.Lmoved:
	ldr d0, [x0]
	fadd d0, d0, d1
	str d0, [x0, #8]
	add x0, x0, #8
	subs x2, x2, #1
	b.ne .Lmoved
.Lback:
	ldr d0, [x0, #-8]
	fadd d0, d0, d1
	str d0, [x0], #8
	subs x2, x2, #1
	b.ne .Lback
.Lindex:
	ldr d0, [x1, x3, lsl #3]
	fadd d0, d0, d1
	add x4, x3, #2
	str d0, [x1, x4, lsl #3]
	add x3, x3, #1
	subs x2, x2, #1
	b.ne .Lindex

// a[i] = a[i-1]*b + c and its like on thunderx2t99: through memory 5 cycles, fmul,
// fadd and fmadd 6 each, an integer addition 1.
// RUN: kernel-opt --bounds-only --cpu=thunderx2t99 -q %s | FileCheck %s
f:
// In a register: 6.
// CHECK: label .Lkept): 6.00 cy/it, limited by latency
.Lkept:
	fmadd d0, d0, d1, d2
	str d0, [x0], #8
	cmp x0, x1
	b.ne .Lkept
// Loaded again: 5+6.
// CHECK: label .Lreloaded): 11.00 cy/it, limited by latency
.Lreloaded:
	ldr d0, [x0, #-8]
	fmadd d0, d0, d1, d2
	str d0, [x0], #8
	cmp x0, x1
	b.ne .Lreloaded
// Unrolled by two, stored as a pair and loaded one by one: the second of the pair
// is a[i-1]. 5+6+6.
// CHECK: label .Lpair): 17.00 cy/it, limited by latency
.Lpair:
	ldr d0, [x0, #-8]
	fmadd d0, d0, d1, d2
	fmadd d3, d0, d1, d2
	stp d0, d3, [x0], #16
	cmp x0, x1
	b.ne .Lpair
// Distances 2, 3, 7: 11/2, 11/3, 11/7; with 20 five micro-ops, four a
// cycle, are more.
// CHECK: label .Ltwo): 5.50 cy/it, limited by latency
.Ltwo:
	ldr d0, [x0, #-16]
	fmadd d0, d0, d1, d2
	str d0, [x0], #8
	cmp x0, x1
	b.ne .Ltwo
// CHECK: label .Lthree): 3.67 cy/it, limited by latency
.Lthree:
	ldr d0, [x0, #-24]
	fmadd d0, d0, d1, d2
	str d0, [x0], #8
	cmp x0, x1
	b.ne .Lthree
// CHECK: label .Lseven): 1.57 cy/it, limited by latency
.Lseven:
	ldr d0, [x0, #-56]
	fmadd d0, d0, d1, d2
	str d0, [x0], #8
	cmp x0, x1
	b.ne .Lseven
// CHECK: label .Ltwenty): 1.25 cy/it, limited by issue width
.Ltwenty:
	ldr d0, [x0, #-160]
	fmadd d0, d0, d1, d2
	str d0, [x0], #8
	cmp x0, x1
	b.ne .Ltwenty
// Fibonacci table: 5+1.
// CHECK: label .Lfibonacci): 6.00 cy/it, limited by latency
.Lfibonacci:
	ldp x3, x4, [x0, #-16]
	add x3, x3, x4
	str x3, [x0], #8
	cmp x0, x1
	b.ne .Lfibonacci
// A histogram: may.
// CHECK: label .Lhistogram): 1.50 cy/it, balanced: ports
.Lhistogram:
	ldrsw x3, [x0], #4
	ldr w4, [x2, x3, lsl #2]
	add w4, w4, #1
	str w4, [x2, x3, lsl #2]
	cmp x0, x1
	b.ne .Lhistogram
// An accumulator in a stack slot: 5+6.
// CHECK: label .Lspilled): 11.00 cy/it, limited by latency
.Lspilled:
	ldr d0, [sp, #8]
	ldr d1, [x0], #8
	fadd d0, d0, d1
	str d0, [sp, #8]
	cmp x0, x1
	b.ne .Lspilled

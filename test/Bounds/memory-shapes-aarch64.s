// Loops in which a store through another pointer stands between a store and the
// load of the next trip: what is expected is the chain, and what is proved is what
// the core needs without it.
// RUN: kernel-opt --bounds-only --target=aarch64-linux-gnu --cpu=neoverse-n1 -q %s | FileCheck %s
// RUN: kernel-opt deps --target=aarch64-linux-gnu --cpu=neoverse-n1 --format=csv %s | FileCheck %s --check-prefix=DEPS

// A first-order filter also logs to another array. Forwarding 6, fmul 3, fadd 2.
// CHECK: label .Lfilter: 11.00 cy/it expected, limited by latency
// CHECK-NEXT: {{^}}  at least: 2.00 cy/it, if line [[#@LINE+9]] overwrites what line [[#@LINE+3]] loads, or the pointer to it{{$}}
// DEPS: .Lfilter,{{.*}},1,RAW,expected,8,
.Lfilter:
	ldur	d1, [x11, #-8]
	ldr	d2, [x10], #8
	subs	x9, x9, #1
	fmul	d1, d0, d1
	fadd	d1, d1, d2
	str	d1, [x11], #8
	str	d1, [x8], #8
	b.ne	.Lfilter

// Dynamic programming keeps the way back in an array beside the row.
// Forwarding 5, add, cmp and csel.
// CHECK: label .Ltrace: 8.00 cy/it expected, limited by latency
// CHECK-NEXT: {{^}}  at least: 3.00 cy/it, if line [[#@LINE+12]] overwrites what line [[#@LINE+3]] loads, or the pointer to it{{$}}
// DEPS: .Ltrace,{{.*}},1,RAW,expected,4,
.Ltrace:
	ldp	w12, w13, [x11, #-4]
	ldr	w14, [x10], #4
	add	w12, w12, #3
	add	w13, w14, w13
	cmp	w12, w13
	cset	w14, gt
	csel	w12, w12, w13, gt
	subs	x9, x9, #1
	str	w12, [x11], #4
	str	w14, [x8], #4
	b.ne	.Ltrace

// The same with a way back of bytes: that array moves on by one byte while the
// row does by four, so the two meet in a few trips at most, and the chain is proved.
// CHECK: label .Ldp: 8.00 cy/it, limited by latency
// CHECK-NOT: at least
// DEPS: .Ldp,{{.*}},1,RAW,must,4,
.Ldp:
	ldp	w12, w13, [x11, #-4]
	ldr	w14, [x10], #4
	add	w12, w12, #3
	add	w13, w14, w13
	cmp	w12, w13
	cset	w14, gt
	csel	w12, w12, w13, gt
	subs	x9, x9, #1
	str	w12, [x11], #4
	strb	w14, [x8], #1
	b.ne	.Ldp

// A tridiagonal solver with two outputs. Forwarding 6, fmul 3, fsub 2, fdiv 15.
// At most both outputs are one array, in which a trip goes around twice.
// CHECK: label .Ltridiagonal: 26.00 cy/it expected, limited by latency
// CHECK-NEXT: {{^}}  at least: 7.00 cy/it, if line [[#@LINE+18]] overwrites what line [[#@LINE+7]] loads, or the pointer to it{{$}}
// CHECK-NEXT: {{^}}  at most: 52.00 cy/it, if line {{[0-9]+}} stores what line {{[0-9]+}} loads in the same iteration, and line {{[0-9]+}} stores what line {{[0-9]+}} loads one iteration later{{$}}
// DEPS: .Ltridiagonal,{{.*}},1,RAW,expected,8,
// DEPS: .Ltridiagonal,{{.*}},1,RAW,expected,8,
.Ltridiagonal:
	ldr	d1, [x10]
	subs	x8, x8, #1
	ldp	d3, d2, [x12, #-8]
	ldr	d0, [x9], #8
	fmul	d1, d1, d3
	fsub	d0, d0, d1
	fdiv	d1, d2, d0
	str	d1, [x12], #8
	ldr	d1, [x10], #8
	ldp	d3, d2, [x11, #-8]
	fmul	d1, d1, d3
	fsub	d1, d2, d1
	fdiv	d0, d1, d0
	str	d0, [x11], #8
	b.ne	.Ltridiagonal

// A bit writer stores bytes while its state is in memory. Forwarding 5 and orr.
// CHECK: label .Lwriter: 6.00 cy/it expected, limited by latency
// CHECK-NEXT: {{^}}  at least: 3.00 cy/it, if line [[#@LINE+9]] overwrites what line [[#@LINE+4]] loads, or the pointer to it{{$}}
// DEPS: .Lwriter,{{.*}},1,RAW,expected,8,
// DEPS: .Lwriter,{{.*}},1,RAW,expected,8,
.Lwriter:
	ldr	x9, [x0]
	ldrb	w10, [x1], #1
	subs	x2, x2, #1
	orr	x9, x10, x9, lsl #3
	str	x9, [x0]
	strb	w9, [x8]
	ldr	x8, [x0, #8]
	add	x8, x8, #1
	str	x8, [x0, #8]
	b.ne	.Lwriter

// The caller decides whether what is stored is read later. Both elements are one
// distance from the store: if the one is read a trip later, the other is read two
// trips later. Forwarding 6, fmul 3, fadd 2.
// CHECK: label .Lmeet: 1.75 cy/it, limited by issue width
// CHECK-NEXT: {{^}}  at most: 11.00 cy/it, if line [[#@LINE+8]] stores what line [[#@LINE+3]] loads one iteration later{{$}}
// DEPS-NOT: .Lmeet,{{.*}},RAW,{{must|expected}}
.Lmeet:
	ldp	d2, d1, [x8, #-8]
	subs	x2, x2, #1
	add	x8, x8, #8
	fmul	d2, d0, d2
	fadd	d1, d2, d1
	str	d1, [x0], #8
	b.ne	.Lmeet

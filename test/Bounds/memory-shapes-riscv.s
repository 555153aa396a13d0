# Loops in which a store through another pointer stands between a store and the
# load of the next trip: what is expected is the chain, and what is proved is what
# the core needs without it.
# RUN: kernel-opt --bounds-only --target=riscv64-linux-gnu --cpu=xiangshan-nanhu -q %s | FileCheck %s
# RUN: kernel-opt deps --target=riscv64-linux-gnu --cpu=xiangshan-nanhu --format=csv %s | FileCheck %s --check-prefix=DEPS

# A first-order filter also logs to another array. Forwarding 6, fmul.d 3, fadd.d 3.
# CHECK: label .Lfilter: 12.00 cy/it expected, limited by latency
# CHECK-NEXT: {{^}}  at least: 1.67 cy/it, if line [[#@LINE+8]] overwrites what line [[#@LINE+3]] loads, or the pointer to it{{$}}
# DEPS: .Lfilter,{{.*}},1,RAW,expected,8,
.Lfilter:
	fld	fa5, -8(a0)
	fmul.d	fa5, fa0, fa5
	fld	fa4, 0(a2)
	fadd.d	fa5, fa5, fa4
	fsd	fa5, 0(a0)
	fsd	fa5, 0(a4)
	addi	a4, a4, 8
	addi	a2, a2, 8
	addi	a0, a0, 8
	bne	a4, a1, .Lfilter

# Dynamic programming keeps the way back in an array beside the row.
# Forwarding 6, addiw with it, max.
# CHECK: label .Ltrace: 7.00 cy/it expected, limited by latency
# CHECK-NEXT: {{^}}  at least: 2.17 cy/it, if line [[#@LINE+11]] overwrites what line [[#@LINE+3]] loads, or the pointer to it{{$}}
# DEPS: .Ltrace,{{.*}},1,RAW,expected,4,
.Ltrace:
	lw	a3, -4(a0)
	lw	a5, 0(a0)
	addiw	a3, a3, 3
	lw	a1, 0(a2)
	addw	a1, a1, a5
	slt	a5, a1, a3
	max	a1, a3, a1
	sw	a1, 0(a0)
	sw	a5, 0(a4)
	addi	a4, a4, 4
	addi	a2, a2, 4
	addi	a0, a0, 4
	bne	a4, a6, .Ltrace

# The same with a way back of bytes: that array moves on by one byte while the
# row does by four, so the two meet in a few trips at most, and the chain is proved.
# CHECK: label .Ldp: 7.00 cy/it, limited by latency
# CHECK-NOT: at least
# DEPS: .Ldp,{{.*}},1,RAW,must,4,
.Ldp:
	lw	a3, -4(a0)
	lw	a5, 0(a0)
	addiw	a3, a3, 3
	lw	a1, 0(a2)
	addw	a1, a1, a5
	slt	a5, a1, a3
	max	a1, a3, a1
	sw	a1, 0(a0)
	sb	a5, 0(a4)
	addi	a4, a4, 1
	addi	a2, a2, 4
	addi	a0, a0, 4
	bne	a4, a6, .Ldp

# A tridiagonal solver with two outputs. Forwarding 6, fmul.d 3, fsub.d 3, fdiv.d 18.
# At most both outputs are one array, in which a trip goes around twice.
# CHECK: label .Ltridiagonal: 30.00 cy/it expected, limited by latency
# CHECK-NEXT: {{^}}  at least: 3.50 cy/it, if line [[#@LINE+19]] overwrites what line [[#@LINE+7]] loads, or the pointer to it{{$}}
# CHECK-NEXT: {{^}}  at most: 60.00 cy/it, if line {{[0-9]+}} stores what line {{[0-9]+}} loads in the same iteration, and line {{[0-9]+}} stores what line {{[0-9]+}} loads one iteration later{{$}}
# DEPS: .Ltridiagonal,{{.*}},1,RAW,expected,8,
# DEPS: .Ltridiagonal,{{.*}},1,RAW,expected,8,
.Ltridiagonal:
	fld	fa5, 0(a3)
	fld	fa4, 0(a2)
	fld	fa3, -8(a0)
	fld	fa2, 0(a0)
	fmul.d	fa4, fa4, fa3
	fsub.d	fa5, fa5, fa4
	fdiv.d	fa4, fa2, fa5
	fsd	fa4, 0(a0)
	fld	fa4, -8(a1)
	fld	fa3, 0(a1)
	fld	fa2, 0(a2)
	fmul.d	fa4, fa2, fa4
	fsub.d	fa4, fa3, fa4
	fdiv.d	fa5, fa4, fa5
	fsd	fa5, 0(a1)
	addi	a1, a1, 8
	addi	a0, a0, 8
	addi	a2, a2, 8
	addi	a3, a3, 8
	bne	a1, a5, .Ltridiagonal

# A bit writer stores bytes while its state is in memory. Forwarding 6, slli with it, or.
# CHECK: label .Lwriter: 7.00 cy/it expected, limited by latency
# CHECK-NEXT: {{^}}  at least: 1.83 cy/it, if line [[#@LINE+9]] overwrites what line [[#@LINE+4]] loads, or the pointer to it{{$}}
# DEPS: .Lwriter,{{.*}},1,RAW,expected,8,
# DEPS: .Lwriter,{{.*}},1,RAW,expected,8,
.Lwriter:
	ld	a4, 0(a0)
	slli	a4, a4, 3
	lbu	a5, 0(a1)
	or	a4, a4, a5
	sd	a4, 0(a0)
	sb	a4, 0(a3)
	ld	a3, 8(a0)
	addi	a3, a3, 1
	sd	a3, 8(a0)
	addi	a1, a1, 1
	bne	a1, a2, .Lwriter

# The caller decides whether what is stored is read later. Both elements are one
# distance from the store: if the one is read a trip later, the other is read two
# trips later. Forwarding 6, fmul.d 3, fadd.d 3.
# CHECK: label .Lmeet: 1.33 cy/it, limited by issue width
# CHECK-NEXT: {{^}}  at most: 12.00 cy/it, if line [[#@LINE+7]] stores what line [[#@LINE+3]] loads one iteration later{{$}}
# DEPS-NOT: .Lmeet,{{.*}},RAW,{{must|expected}}
.Lmeet:
	fld	fa5, -8(a1)
	fld	fa4, 0(a1)
	fmul.d	fa5, fa0, fa5
	fadd.d	fa5, fa5, fa4
	fsd	fa5, 0(a0)
	addi	a0, a0, 8
	addi	a1, a1, 8
	bne	a0, a2, .Lmeet

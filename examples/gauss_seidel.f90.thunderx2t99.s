// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled from gauss_seidel.f90: gfortran 12 -O3 -mcpu=thunderx2t99
	.arch armv8.1-a+crypto+crc
	.file	"gauss_seidel.f90"
	.text
	.align	2
	.p2align 4,,15
	.global	gauss_seidel_
	.type	gauss_seidel_, %function
gauss_seidel_:
.LFB0:
	.cfi_startproc
	ldr	w2, [x2]
	ldr	w11, [x3]
	sxtw	x6, w2
	cmp	x6, 0
	csel	x6, x6, xzr, ge
	mvn	x4, x6
	cmp	w11, 2
	ble	.L1
	cmp	w2, 2
	ble	.L1
	lsl	x7, x6, 1
	ldr	d4, [x1]
	sub	w2, w2, #3
	add	x3, x0, 24
	add	x4, x4, x7
	lsl	x10, x6, 3
	mov	w9, 2
	sub	x8, x4, x6
	add	x5, x4, 2
	add	x7, x8, x7
	add	x5, x0, x5, lsl 3
	sub	x1, x7, x6
	add	x1, x1, x2
	add	x1, x3, x1, lsl 3
	.p2align 4,,15
.L6:
	ldr	d0, [x5, -8]
	add	w9, w9, 1
	sub	x3, x8, x4
	mov	x0, x5
	sub	x2, x7, x4
	.p2align 4,,15
.L4:
	ldr	d3, [x0, 8]
	ldr	d2, [x0, x3, lsl 3]
	ldr	d1, [x0, x2, lsl 3]
	fadd	d0, d0, d3
	fadd	d0, d0, d2
	fadd	d0, d0, d1
	fmul	d0, d0, d4
	str	d0, [x0], 8
	cmp	x1, x0
	bne	.L4
	add	x5, x5, x10
	add	x4, x4, x6
	add	x8, x8, x6
	add	x7, x7, x6
	add	x1, x1, x10
	cmp	w11, w9
	bne	.L6
.L1:
	ret
	.cfi_endproc
.LFE0:
	.size	gauss_seidel_, .-gauss_seidel_
	.section	.note.GNU-stack,"",@progbits

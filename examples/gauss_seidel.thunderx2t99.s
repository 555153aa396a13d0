// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled from gauss_seidel.c: gcc 12 -O3 -mcpu=thunderx2t99
	.arch armv8.1-a+crypto+crc
	.file	"gauss_seidel.c"
	.text
	.align	2
	.p2align 4,,15
	.global	gauss_seidel
	.type	gauss_seidel, %function
gauss_seidel:
.LFB0:
	.cfi_startproc
	fmov	d4, d0
	cmp	w1, 2
	ble	.L1
	sub	w1, w1, #3
	mov	w3, 8192
	mov	x2, x0
	add	x0, x0, 8192
	umaddl	x5, w1, w3, x0
	mov	x6, 8200
	mov	x4, 8184
.L3:
	ldr	d1, [x2, 8192]
	add	x3, x2, 16384
	add	x1, x2, x6
	mov	x0, 8
	.p2align 4,,15
.L4:
	ldr	d0, [x2, x0]
	ldr	d3, [x3, x0]
	add	x0, x0, 8
	ldr	d2, [x1, 8]
	fadd	d0, d0, d3
	fadd	d0, d0, d1
	fadd	d0, d0, d2
	fmul	d1, d0, d4
	str	d1, [x1], 8
	cmp	x0, x4
	bne	.L4
	add	x2, x2, 8192
	cmp	x5, x2
	bne	.L3
.L1:
	ret
	.cfi_endproc
.LFE0:
	.size	gauss_seidel, .-gauss_seidel
	.section	.note.GNU-stack,"",@progbits

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each loop stores and loads again the same bytes through operands of two forms,
// four times.
	.text
	.globl	_start
	.type	loop_immediate, %function
loop_immediate:
	mov	x9, #4
	add	x1, x0, #16
1:	str	x9, [x0, #24]
	ldur	x2, [x1, #8]
	subs	x9, x9, #1
	b.ne	1b
	ret
	.size	loop_immediate, .-loop_immediate

// The index is -2: as a 32-bit number, and above it bits that do not count.
	.type	loop_extended, %function
loop_extended:
	mov	x9, #4
	mov	x3, #-2
	eor	x3, x3, #0x1000000000
	mov	x4, #2
	movk	x4, #5, lsl #32
1:	str	w9, [x0, w3, sxtw #2]
	ldr	w2, [x0, #-8]
	str	x9, [x0, w4, uxtw #3]
	ldr	x2, [x0, #16]
	subs	x9, x9, #1
	b.ne	1b
	ret
	.size	loop_extended, .-loop_extended

	.type	loop_before, %function
loop_before:
	mov	x9, #4
1:	str	x9, [x0, #8]!
	ldr	x2, [x0]
	subs	x9, x9, #1
	b.ne	1b
	ret
	.size	loop_before, .-loop_before

// What is added afterwards does not count yet: a constant, or a register.
	.type	loop_after, %function
loop_after:
	mov	x9, #4
	mov	x3, #16
	mov	x1, x0
1:	str	q0, [x0], #16
	ldr	q1, [x1], #16
	st1	{v0.16b}, [x0], x3
	ld1	{v1.16b}, [x1], x3
	subs	x9, x9, #1
	b.ne	1b
	ret
	.size	loop_after, .-loop_after

// The second half of the pair.
	.type	loop_pair, %function
loop_pair:
	mov	x9, #4
1:	stp	w9, w9, [x0, #8]
	ldr	w2, [x0, #12]
	subs	x9, x9, #1
	b.ne	1b
	ret
	.size	loop_pair, .-loop_pair

	.type	_start, %function
_start:
	adrp	x19, data
	add	x19, x19, :lo12:data
	mov	x0, x19
	bl	loop_immediate
	mov	x0, x19
	bl	loop_extended
	mov	x0, x19
	bl	loop_before
	mov	x0, x19
	bl	loop_after
	mov	x0, x19
	bl	loop_pair
	mov	x0, #0
	mov	x8, #93 // exit
	svc	#0
	.size	_start, .-_start

	.bss
	.balign	16
	.skip	64
data:	.skip	256

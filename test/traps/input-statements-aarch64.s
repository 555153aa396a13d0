// The same for AArch64: a literal from the pool, two instructions on one line,
// upper case, constant expressions, comments, macros and repetitions.
// RUN: kernel-opt --bounds-only --cpu=thunderx2t99 --format=csv %s 2>&1 | FileCheck %s --implicit-check-not=warning

.text
f:	mov x0, #100; mov x1, #0
.macro step register
	mul \register, \register, x2
.endm
// mul 5 + add 1 + two add of 1.
// CHECK: f,.L0,{{[0-9]+}},8,thunderx2t99,{{[^,]*}},8.00,8.00,8.00,latency
.L0:	ldr x7, =foo // a literal
	step x1; add x1, x1, x2
	.rept 2
	add x1, x1, x2 /* twice */
	.endr
	LDR X3, [X4, #(8*2+8)]
	subs x0, x0, #1
	b.ne .L0
	ret

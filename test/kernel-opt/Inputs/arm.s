arm:
.L0:
	ldr d0, [x1], #8
	fadd d1, d1, d0
	subs x2, x2, #1
	b.ne .L0
	ret

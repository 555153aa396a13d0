	.type small,@function
small:
.L0:
	vaddpd %xmm0, %xmm1, %xmm1
	decq %rdi
	jne .L0
	ret

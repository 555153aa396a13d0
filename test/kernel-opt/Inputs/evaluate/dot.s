# A chain of additions, 4 cycles each.
.L1:
	vaddsd (%rdi,%rax,8), %xmm0, %xmm0
	incq %rax
	cmpq %rsi, %rax
	jne .L1

# Some 170 KB of code: 3001 loops, of which the last one takes the most cycles.
	.text
	.type	first, @function
first:
1:	addq	(%rdi), %rax
	decq	%rsi
	jne	1b
	ret
.rept 2999
	.p2align 4
	xorl	%eax, %eax
1:	imulq	%rcx, %rax
	addq	$1000000, %rax
	addq	$1000000, %rdx
	addq	$1000000, %r8
	addq	$1000000, %r9
	addq	$1000000, %r10
	decq	%rsi
	jne	1b
	ret
.endr
	.type	last, @function
last:
1:	imulq	%rcx, %rax
	imulq	%rcx, %rax
	imulq	%rcx, %rax
	decq	%rsi
	jne	1b
	ret

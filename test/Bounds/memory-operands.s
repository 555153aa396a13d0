# A computation that also accesses memory goes to the ALUs that share a scheduler with
# an address unit: three of four on Zen 4. Six rotates go to two of these three.
# Measured: 4.00 and 3.25 cycles, and 2.67 for the sum of eight loads.
# RUN: kernel-opt --cpu=znver4 --format=csv -q %s | FileCheck %s
# RUN: kernel-opt --cpu=znver4 --bounds-only -q %s | FileCheck %s --check-prefix=WHY
# CHECK: memory,{{.*}},4.00,
# CHECK: registers,{{.*}},3.25
# CHECK: eight,{{.*}},2.67,
# CHECK: conditions,{{.*}},4.00,
# WHY: memory ({{.*}}): 4.00 cy/it, limited by ports alu0 alu1 alu2
memory:
.L0:
	rorxq	$3, %r11, %rax
	xorq	(%rdi), %rbx
	rorxq	$3, %r11, %rax
	xorq	8(%rdi), %rcx
	rorxq	$3, %r11, %rax
	xorq	16(%rdi), %rdx
	rorxq	$3, %r11, %rax
	xorq	24(%rdi), %r8
	rorxq	$3, %r11, %rax
	xorq	32(%rdi), %r9
	rorxq	$3, %r11, %rax
	xorq	40(%rdi), %r10
	decq	%rsi
	jne	.L0
	ret
registers:
.L1:
	rorxq	$3, %r11, %rax
	leaq	1(%r11), %rbx
	rorxq	$3, %r11, %rax
	leaq	1(%r11), %rcx
	rorxq	$3, %r11, %rax
	leaq	1(%r11), %rdx
	rorxq	$3, %r11, %rax
	leaq	1(%r11), %r8
	rorxq	$3, %r11, %rax
	leaq	1(%r11), %r9
	rorxq	$3, %r11, %rax
	leaq	1(%r11), %r10
	decq	%rsi
	jne	.L1
	ret
eight:
.L2:
	xorq	(%rdi), %rax
	xorq	8(%rdi), %rbx
	xorq	16(%rdi), %rcx
	xorq	24(%rdi), %rdx
	xorq	32(%rdi), %r8
	xorq	40(%rdi), %r9
	xorq	48(%rdi), %r10
	xorq	56(%rdi), %r11
	addq	$64, %rdi
	cmpq	%rsi, %rdi
	jne	.L2
	ret
# Flags that are stored: of the two ALUs that could, one shares such a scheduler.
conditions:
.L3:
	setb	(%rdi)
	setb	8(%rdi)
	setb	16(%rdi)
	setb	24(%rdi)
	leaq	32(%rdi), %rdi
	jrcxz	.L4
	jmp	.L3
.L4:
	ret

# Conditional moves and sets by two flags wait two cycles for them, measured 3.0 with
# a comparison; by one flag, 2.0.
# RUN: kernel-opt --cpu=emeraldrapids %s | FileCheck %s

# CHECK: label one): 2.00 cy/it
	.type one, @function
one:
	cmpq %rcx, %rax
	cmovbq %rdx, %rax
	decq %rdi
	jne one

# CHECK: label two): {{.*}}(bounds alone: 3.00)
# CHECK: cmovaq %rdx, %rax +2
	.type two, @function
two:
	cmpq %rcx, %rax
	cmovaq %rdx, %rax
	decq %rdi
	jne two

# CHECK: label set): {{.*}}(bounds alone: 3.00)
	.type set, @function
set:
	cmpb %cl, %al
	seta %al
	decq %rdi
	jne set

# A constant of four bytes is expected not to be added at rename: addition, subtraction
# and move, measured 3.0. Nothing is proved of it.
# CHECK: label constant): 3.00 cy/it expected
# CHECK: at least: 2.00 cy/it
	.type constant, @function
constant:
	addq (%rsi), %rdx
	movq %rdx, %rcx
	subq $1000000007, %rcx
	cmovbq %rdx, %rcx
	addq $8, %rsi
	movq %rcx, %rdx
	decq %rdi
	jne constant

# What goes through an ALU of Zen 5 besides computing, as measured.
# RUN: kernel-opt --bounds-only -q --cpu=znver5 %s | FileCheck %s
# RUN: kernel-opt -q --cpu=znver5 %s | FileCheck --check-prefix=SIM %s

# The datum of a store from a general register: five lea, the branch and two stores
# are 8 micro-ops for 6 ALUs; measured 1.33.
# CHECK: label stores): 1.33 cy/it
# SIM: label stores): 1.33 cy/it
	.type stores, @function
stores:
	leal 1(%rcx), %eax
	leal 1(%rcx), %edx
	leal 1(%rcx), %r8d
	leal 1(%rcx), %r9d
	leal 1(%rcx), %r10d
	movl %ecx, 64(%rsi)
	movl %ecx, 128(%rsi)
	decq %rdi
	jne stores

# Not that of a vector, which has pipes of its own: measured 1.0.
# CHECK: label vector_stores): 1.00 cy/it
	.type vector_stores, @function
vector_stores:
	leal 1(%rcx), %eax
	leal 1(%rcx), %edx
	leal 1(%rcx), %r8d
	leal 1(%rcx), %r9d
	movups %xmm0, 64(%rsi)
	movups %xmm0, 128(%rsi)
	decq %rdi
	jne vector_stores

# Nor one more for an update of memory: 8 lea, the addition and the branch for 6
# ALUs; measured 1.73.
# CHECK: label update): 1.67 cy/it
	.type update, @function
update:
	leal 1(%rcx), %eax
	leal 1(%rcx), %edx
	leal 1(%rcx), %r8d
	leal 1(%rcx), %r9d
	leal 1(%rcx), %r10d
	leal 1(%rcx), %r11d
	leal 1(%rcx), %ebx
	leal 1(%rcx), %ebp
	addl $1, 64(%rsi)
	decq %rdi
	jne update

# Extending the sign of what is loaded: four of them, four lea and the branch;
# measured 1.57, and 1.24 with movl in their place.
# CHECK: label sign): 1.50 cy/it
	.type sign, @function
sign:
	movswl (%rsi), %eax
	movswl 8(%rsi), %edx
	movsbl 16(%rsi), %r8d
	movslq 24(%rsi), %r9
	leal 1(%rcx), %r10d
	leal 1(%rcx), %r11d
	leal 1(%rcx), %ebx
	leal 1(%rcx), %ebp
	decq %rdi
	jne sign

# Both micro-ops of a move on two flags are for four ALUs: measured 3.06, and 1.7
# with cmovb.
# CHECK: label two_flags): 3.00 cy/it
	.type two_flags, @function
two_flags:
	cmovgl %ecx, %eax
	cmovgl %ecx, %edx
	cmovgl %ecx, %r8d
	cmovgl %ecx, %r9d
	cmovgl %ecx, %r10d
	cmovgl %ecx, %r11d
	decq %rdi
	jne two_flags
# CHECK: label one_flag): 1.50 cy/it
	.type one_flag, @function
one_flag:
	cmovbl %ecx, %eax
	cmovbl %ecx, %edx
	cmovbl %ecx, %r8d
	cmovbl %ecx, %r9d
	cmovbl %ecx, %r10d
	cmovbl %ecx, %r11d
	decq %rdi
	jne one_flag

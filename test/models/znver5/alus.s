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

# Moves go to any ALU, and those on two flags are two micro-ops: measured 2.88, and 1.34
# with cmovb; 48 of them take 20.4 and 9.1.
# CHECK: label two_flags): 2.17 cy/it
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
# CHECK: label one_flag): 1.17 cy/it
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

# An update of memory has its address once: 8 of them and 8 loads are 16 micro-ops
# for 4 address units; measured 4.3. That load and update disturb each other the
# simulator takes from another address micro-op, which is too much here.
# CHECK: label updates_and_loads): 4.00 cy/it
	.type updates_and_loads, @function
updates_and_loads:
	incl (%rdi)
	incl 64(%rdi)
	incl 128(%rdi)
	incl 192(%rdi)
	incl 256(%rdi)
	incl 320(%rdi)
	incl 384(%rdi)
	incl 448(%rdi)
	movq 4096(%rdi), %rax
	movq 4104(%rdi), %rax
	movq 4112(%rdi), %rax
	movq 4120(%rdi), %rax
	movq 4128(%rdi), %rax
	movq 4136(%rdi), %rax
	movq 4144(%rdi), %rax
	movq 4152(%rdi), %rax
	decq %rdx
	jne updates_and_loads

# Values go from general registers to those of vectors by one of the ALUs that
# multiply: measured 3.0.
# CHECK: label to_vectors): 2.00 cy/it
# SIM: label to_vectors): 2.{{[0-9]+}} cy/it
	.type to_vectors, @function
to_vectors:
	imulq $25, %rbp, %r8
	imulq $25, %rbp, %r9
	imulq $25, %rbp, %r10
	imulq $25, %rbp, %r11
	movq %r14, %xmm0
	movq %r14, %xmm1
	decq %rdx
	jne to_vectors

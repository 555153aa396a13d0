# What looks like a gain and is none.
# RUN: kernel-opt --cpu=znver4 %s | FileCheck %s
# RUN: kernel-opt --cpu=cascadelake %s | FileCheck %s --check-prefix=INTEL
# RUN: clang -c %s -o %t.o --target=x86_64-linux-gnu
# RUN: kernel-opt --cpu=znver4 %t.o | FileCheck %s --check-prefix=PLACED

.text
# Forty values are loaded again in the next trip, but the loop has all registers: none
# is left to keep one in.
# INTEL-LABEL: label .Lforty:
# INTEL-NOT: next: keeping
# INTEL: bounds, in cycles
.Lforty:
  xorq 8(%rdi), %rax
  xorq 16(%rdi), %rbx
  xorq 24(%rdi), %rcx
  xorq 32(%rdi), %rdx
  xorq 40(%rdi), %rbp
  xorq 48(%rdi), %r8
  xorq 56(%rdi), %r9
  xorq 64(%rdi), %r10
  xorq 72(%rdi), %r11
  xorq 80(%rdi), %r12
  xorq 88(%rdi), %r13
  xorq 96(%rdi), %r14
  xorq 104(%rdi), %r15
  xorq 112(%rdi), %rax
  xorq 120(%rdi), %rbx
  xorq 128(%rdi), %rcx
  xorq 136(%rdi), %rdx
  xorq 144(%rdi), %rbp
  xorq 152(%rdi), %r8
  xorq 160(%rdi), %r9
  xorq 168(%rdi), %r10
  xorq 176(%rdi), %r11
  xorq 184(%rdi), %r12
  xorq 192(%rdi), %r13
  xorq 200(%rdi), %r14
  xorq 208(%rdi), %r15
  xorq 216(%rdi), %rax
  xorq 224(%rdi), %rbx
  xorq 232(%rdi), %rcx
  xorq 240(%rdi), %rdx
  xorq 248(%rdi), %rbp
  xorq 256(%rdi), %r8
  xorq 264(%rdi), %r9
  xorq 272(%rdi), %r10
  xorq 280(%rdi), %r11
  xorq 288(%rdi), %r12
  xorq 296(%rdi), %r13
  xorq 304(%rdi), %r14
  xorq 312(%rdi), %r15
  xorq 320(%rdi), %rax
  addq $8, %rdi
  cmpq %rsi, %rdi
  jne .Lforty

# The same with comparisons, whose values have no register of their own.
# INTEL-LABEL: label .Lcompared:
# INTEL-NOT: next: keeping
# INTEL: bounds, in cycles
.Lcompared:
  cmpq 8(%rdi), %rax
  cmpq 16(%rdi), %rbx
  cmpq 24(%rdi), %rcx
  cmpq 32(%rdi), %rdx
  cmpq 40(%rdi), %rbp
  cmpq 48(%rdi), %r8
  cmpq 56(%rdi), %r9
  cmpq 64(%rdi), %r10
  cmpq 72(%rdi), %r11
  cmpq 80(%rdi), %r12
  cmpq 88(%rdi), %r13
  cmpq 96(%rdi), %r14
  cmpq 104(%rdi), %r15
  cmpq 112(%rdi), %rax
  cmpq 120(%rdi), %rbx
  cmpq 128(%rdi), %rcx
  cmpq 136(%rdi), %rdx
  cmpq 144(%rdi), %rbp
  cmpq 152(%rdi), %r8
  cmpq 160(%rdi), %r9
  cmpq 168(%rdi), %r10
  cmpq 176(%rdi), %r11
  cmpq 184(%rdi), %r12
  cmpq 192(%rdi), %r13
  cmpq 200(%rdi), %r14
  cmpq 208(%rdi), %r15
  cmpq 216(%rdi), %rax
  cmpq 224(%rdi), %rbx
  cmpq 232(%rdi), %rcx
  cmpq 240(%rdi), %rdx
  cmpq 248(%rdi), %rbp
  cmpq 256(%rdi), %r8
  cmpq 264(%rdi), %r9
  cmpq 272(%rdi), %r10
  cmpq 280(%rdi), %r11
  cmpq 288(%rdi), %r12
  cmpq 296(%rdi), %r13
  cmpq 304(%rdi), %r14
  cmpq 312(%rdi), %r15
  cmpq 320(%rdi), %rax
  incq %rax
  incq %rbx
  incq %rcx
  incq %rdx
  incq %rbp
  incq %r8
  incq %r9
  incq %r10
  incq %r11
  incq %r12
  incq %r13
  incq %r14
  incq %r15
  addq $8, %rdi
  cmpq %rsi, %rdi
  jne .Lcompared

# A division of 21 cycles beside twenty products on the one port that multiplies: a
# multiplication in its place would be one more of them, and another for the
# remainder.
# INTEL-LABEL: label products:
# INTEL-NOT: next: multiplying
# INTEL: bounds, in cycles
products:
  movq (%rdi), %rax
  xorl %edx, %edx
  divq %rcx
  movq %rdx, (%rdi)
  imulq $11, %rsi, %r8
  imulq $12, %rsi, %r8
  imulq $13, %rsi, %r8
  imulq $14, %rsi, %r8
  imulq $15, %rsi, %r8
  imulq $16, %rsi, %r8
  imulq $17, %rsi, %r8
  imulq $18, %rsi, %r8
  imulq $19, %rsi, %r8
  imulq $20, %rsi, %r8
  imulq $21, %rsi, %r8
  imulq $22, %rsi, %r8
  imulq $23, %rsi, %r8
  imulq $24, %rsi, %r8
  imulq $25, %rsi, %r8
  imulq $26, %rsi, %r8
  imulq $27, %rsi, %r8
  imulq $28, %rsi, %r8
  imulq $29, %rsi, %r8
  imulq $30, %rsi, %r8
  addq $8, %rdi
  cmpq %rdi, %r10
  jne products
  ret

# Six micro-ops, of which four ALUs take four: nothing is to be gained by iterations
# side by side, nor by fewer counters. Measured: 1.04 cycles.
# CHECK-LABEL: label .Lfull: 1.00 cy/it
# CHECK-NOT: next:
# CHECK: bounds, in cycles
.Lfull:
  movl (%rsi,%rdx), %r8d
  imull (%rsi,%rcx), %r8d
  addq $4, %rsi
  addl %r8d, %eax
  decq %rdi
  jne .Lfull

# 66 bytes run at two speeds, by their place: in two windows of 64 bytes, or in
# three. Unrolling gains nothing over the good place, which assembly is taken to
# have; where the place is known to be the bad one, another place is advised.
# CHECK-LABEL: {{^}}speeds (
# CHECK-SAME: 2.00 cy/it
# CHECK-NOT: next: unrolling
# CHECK: bounds, in cycles
# PLACED-LABEL: {{^}}speeds{{.*}} 3.00 cy/it, limited by the front end
# PLACED-NEXT: next: aligning the loop (-falign-loops=32) would give 2.00 cy/it
	.p2align 6
	.type speeds, @function
	.skip 63, 0x90
speeds:
  movl 0x200(%rax,%rcx,4), %r8d
  movl 0x204(%rax,%rcx,4), %r8d
  movl 0x208(%rax,%rcx,4), %r8d
  movl 0x20c(%rax,%rcx,4), %r8d
  xorl 0x200(%rax,%rcx,4), %edx
  roll $5, %edx
  nopl 0x12345(%rax,%rcx)
  nopl 0x12345(%rax,%rcx)
  incq %rcx
  cmpq %rcx, %rdi
  jne speeds
  ret

# What is stored with 4 bytes and loaded with 8 is not forwarded.
# RUN: kernel-opt --bounds-only --cpu=cascadelake %s | FileCheck %s

# CHECK-LABEL: {{^}}wide (
# CHECK-SAME: limited by latency{{$}}
# CHECK-NEXT: next: loading with the width and place of the store (line [[#@LINE+5]], line [[#@LINE+3]]) would give
	.type wide, @function
wide:
	movq (%rsi), %rax
	addq $3, %rax
	movl %eax, (%rsi)
	decq %rdi
	jne wide

# The same width: no trip at all.
# CHECK-LABEL: {{^}}same (
# CHECK-SAME: limited by latency{{$}}
# CHECK-NEXT: next: keeping stored values in registers until they are loaded (line [[#@LINE+5]], line [[#@LINE+3]]) would give
	.type same, @function
same:
	movq (%rsi), %rax
	addq $3, %rax
	movq %rax, (%rsi)
	decq %rdi
	jne same

# A chain of pointers goes through memory, but nothing is stored.
# CHECK-LABEL: {{^}}chase (
# CHECK-SAME: limited by latency{{$}}
# CHECK-NOT: next:
	.type chase, @function
chase:
	movq (%rsi), %rsi
	testq %rsi, %rsi
	jne chase

# The value is spilled around a call: the callee has the register meanwhile.
# CHECK-LABEL: {{^}}spilled (
# CHECK-NOT: next: keeping
	.type spilled, @function
spilled:
	vmovsd 8(%rsp), %xmm0
	vaddsd %xmm1, %xmm0, %xmm0
	vmovsd %xmm0, 8(%rsp)
	call other
	decq %rbx
	jne spilled

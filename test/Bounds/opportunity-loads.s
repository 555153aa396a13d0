# One port loads on the toy: four loads take 4 cycles.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# RUN: kernel-opt --bounds-only --model=%toy --format=json %s | FileCheck %s --check-prefix=JSON

# What is 16(%rsi) has been 24(%rsi) one iteration before, and so on: three of four
# loads go.
# CHECK-LABEL: {{^}}stencil (
# CHECK-SAME: 4.00 cy/it, limited by port ld (loads){{$}}
# CHECK-NEXT: next: keeping 3 loaded values in registers for 1 iteration (line [[#@LINE+6]], line [[#@LINE+7]], line [[#@LINE+8]]) would give 1.00 cy/it{{$}}
# JSON: "kind": "reuse-loads",
# JSON-NEXT: "count": 3,
# JSON-NEXT: "iterations": 1,
	.type stencil, @function
stencil:
	movq (%rsi), %rax
	movq 8(%rsi), %rcx
	movq 16(%rsi), %r8
	movq 24(%rsi), %r9
	addq $8, %rsi
	jne stencil

# Two iterations lie between loads of the same bytes.
# CHECK-LABEL: {{^}}far (
# CHECK: next: keeping a loaded value in a register for 2 iterations (line [[#@LINE+3]]) would give 1.00 cy/it{{$}}
	.type far, @function
far:
	movq (%rsi), %rax
	movq 16(%rsi), %rcx
	addq $8, %rsi
	jne far

# 8(%rsp) is a slot of the stack; (%rdx) is the same in every iteration.
# CHECK-LABEL: {{^}}same (
# CHECK: next: keeping a loaded value in a register (line [[#@LINE+4]]) would give 2.00 cy/it{{$}}
	.type same, @function
same:
	movq (%rsi), %rax
	movq (%rdx), %rcx
	movq 8(%rsp), %rcx
	decq %rdi
	addq $8, %rsi
	jne same

# A store through another pointer may write in between.
# CHECK-LABEL: {{^}}stored (
# CHECK-NOT: next: keeping
	.type stored, @function
stored:
	movq (%rsi), %rax
	movq 8(%rsi), %rcx
	movq 16(%rsi), %r8
	movq %rax, (%rdx)
	addq $8, %rdx
	addq $8, %rsi
	jne stored

# Half of each value only was loaded before.
# CHECK-LABEL: {{^}}half (
# CHECK-NOT: next: keeping
	.type half, @function
half:
	movq (%rsi), %rax
	movq 4(%rsi), %rcx
	addq $8, %rsi
	jne half

# A store that moves while the load stays may write it once; the compiler could
# not tell, or it would have kept the value.
# CHECK-LABEL: {{^}}once (
# CHECK: next: keeping 3 loaded values in registers (line [[#@LINE+3]], line [[#@LINE+4]], line [[#@LINE+5]]; if no store writes there) would give 2.00 cy/it{{$}}
	.type once, @function
once:
	movq (%rsi), %rax
	movq 8(%rsi), %rcx
	movq 16(%rsi), %r8
	movq %rax, (%rdx)
	addq $8, %rdx
	jne once

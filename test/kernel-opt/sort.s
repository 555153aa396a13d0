# The order of the loops, and which ones are left out; a report of many loops begins with a summary.
#
# RUN: kernel-opt -q --cpu=cascadelake --sort=gain --top=2 %s | FileCheck %s --check-prefix=GAIN
# GAIN: beta ({{.*}}): 4.00 cy/it
# GAIN: gamma ({{.*}}): 2.00 cy/it
# GAIN-NOT: alpha
# GAIN: 4 loops {{.*}} are left out
# RUN: kernel-opt -q --cpu=cascadelake --sort=cycles %s | FileCheck %s --check-prefix=CYCLES
# CYCLES: alpha ({{.*}}): 8.00 cy/it
# CYCLES: beta ({{.*}}): 4.00 cy/it
# CYCLES: gamma ({{.*}}): 2.00 cy/it
# CYCLES: zeta ({{.*}}): 1.00 cy/it
# RUN: kernel-opt -q --cpu=cascadelake --sort=function --all %s | FileCheck %s --check-prefix=NAME
# NAME: alpha (
# NAME: beta (
# NAME: delta (
# NAME: epsilon (
# NAME: gamma (
# NAME: zeta (
# RUN: kernel-opt -q --cpu=cascadelake --sort=file --top=2 --format=csv %s | FileCheck %s --check-prefix=FILE
# FILE: ,zeta,
# FILE: ,beta,
# FILE-NOT: {{^.*}}.s,
# RUN: not kernel-opt --sort=size %s 2>&1 | FileCheck %s --check-prefix=BAD
# BAD: unknown value 'size' for '--sort'; known are cycles, gain, cost, function, file
#
# RUN: kernel-opt --cpu=cascadelake %s | FileCheck %s
# CHECK: {{^}}6 loops in cycles per assembly iteration{{$}}
# CHECK-EMPTY:
# CHECK-NEXT: {{^}}     cy/it      next  limit     loop{{$}}
# CHECK-NEXT: {{^}}      8.00            latency   alpha ({{.*}})
# CHECK-NEXT: {{^}}      4.00      0.56  latency   beta ({{.*}})
# CHECK-NEXT: {{^}}      2.00
# CHECK: next: with the change that helps most
# CHECK-EMPTY:
# CHECK-NEXT: {{^}}zeta (
# RUN: kernel-opt --cpu=cascadelake --sort=function %s | FileCheck %s --check-prefix=SORTED
# SORTED: 6 loops in cycles
# SORTED: alpha (
# SORTED-NEXT: beta (
# SORTED-NEXT: delta (
#

zeta:
.L1:
	decl %ecx
	jne .L1
	ret
beta:
.L2:
	vaddsd (%rdi,%rax,8), %xmm0, %xmm0
	addq $1, %rax
	cmpq %rax, %rsi
	jne .L2
	ret
gamma:
.L3:
	addq (%rdi,%rax,8), %rdx
	addq 8(%rdi,%rax,8), %rdx
	addq $2, %rax
	cmpq %rax, %rsi
	jne .L3
	ret
alpha:
.L4:
	movq (%rdi), %rdi
	movq (%rdi), %rdi
	testq %rdi, %rdi
	jne .L4
	ret
delta:
.L5:
	decl %ecx
	jne .L5
	ret
epsilon:
.L6:
	decl %ecx
	jne .L6
	ret

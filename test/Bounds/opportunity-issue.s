# Cascade Lake renames 4 fused micro-ops a cycle.
# RUN: kernel-opt --cpu=cascadelake %s | FileCheck %s

# 6 of 10 are the loop's own; those of the counter and the fused branch are needed
# once for all copies.
# CHECK-LABEL: {{^}}control (
# CHECK-SAME: limited by issue width 4
# CHECK-NEXT: next: unrolling by {{[248]}} (one update of the counters for all copies) would give
	.type control, @function
control:
	vmovsd (%rsi,%rdi), %xmm0
	vaddsd %xmm1, %xmm2, %xmm3
	vpaddd %xmm4, %xmm5, %xmm6
	addq $8, %rdi
	cmpq %rdi, %rdx
	jne control

# The counter is stored: each copy needs its own, and only compare and branch go.
# CHECK-LABEL: {{^}}counted (
# CHECK-SAME: limited by issue width 4
# CHECK-NOT: 0.{{[0-9]+}} cy/it
	.type counted, @function
counted:
	movq %rdi, (%rsi,%rdi)
	vaddsd %xmm1, %xmm2, %xmm3
	vpaddd %xmm4, %xmm5, %xmm6
	addq $8, %rdi
	cmpq %rdi, %rdx
	jne counted

# 16 bytes where 32 are possible.
# CHECK-LABEL: {{^}}narrow (
# CHECK: next: vectors of 32 bytes would give
	.type narrow, @function
narrow:
	movups (%rsi), %xmm0
	addps %xmm1, %xmm0
	mulps %xmm2, %xmm0
	movups %xmm0, (%rsi)
	addq $16, %rsi
	cmpq %rsi, %rdx
	jne narrow

# A shuffle treats elements differently.
# CHECK-LABEL: {{^}}shuffled (
# CHECK-NOT: next: vectors
	.type shuffled, @function
shuffled:
	movups (%rsi), %xmm0
	shufps $1, %xmm0, %xmm0
	mulps %xmm2, %xmm0
	movups %xmm0, (%rsi)
	addq $16, %rsi
	cmpq %rsi, %rdx
	jne shuffled

# Cascade Lake renames 4 fused micro-ops a cycle.
# RUN: kernel-opt --bounds-only --cpu=cascadelake %s | FileCheck %s

# 6 of 10 are the loop's own; those of the counter and the fused branch are needed
# once for all copies.
# CHECK-LABEL: {{^}}control (
# CHECK-SAME: limited by issue width 4
# CHECK-NEXT: next: unrolling by {{[248]}} would give
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

# A search: each copy must compare and branch. Of three slots only the counter's
# goes; ports p0 p6 take a branch and half of another each cycle.
# CHECK-LABEL: {{^}}search (
# CHECK-NEXT: next: unrolling by {{[248]}} would give 0.5{{[0-9]}} cy/it
	.type search, @function
search:
	movzbl (%rdi), %eax
	addq $1, %rdi
	testb %al, %al
	jne search

# What is shifted is tested in each copy, and nothing counts.
# CHECK-LABEL: {{^}}shifted (
# CHECK-NOT: next:
# CHECK: bounds, in cycles
	.type shifted, @function
shifted:
	shrq %rax
	jne shifted

# leaq (%rcx,%rax,2), %rax adds no constant: h = 2h + a.
# CHECK-LABEL: {{^}}horner (
# CHECK-NOT: next:
# CHECK: bounds, in cycles
	.type horner, @function
horner:
	movzbl (%rdi,%rdx), %ecx
	leaq (%rcx,%rax,2), %rax
	incq %rdx
	cmpq %rdx, %rsi
	jne horner

# A step that is not known but the same in each iteration: the branch is still
# decided by counting.
# CHECK-LABEL: {{^}}stride (
# CHECK: next: unrolling by
	.type stride, @function
stride:
	vmovsd (%rsi,%rdi), %xmm0
	vaddsd %xmm1, %xmm2, %xmm3
	vpaddd %xmm4, %xmm5, %xmm6
	addq %r8, %rdi
	cmpq %rdi, %rdx
	jne stride

# With an index each addition takes two slots: 10 / 4. With pointers of their own
# four more updates take the place of what is saved.
# CHECK-LABEL: {{^}}own (
# CHECK-SAME: 2.50 cy/it, limited by issue width 4
# CHECK-NOT: next: pointers
# CHECK-LABEL: {{^}}shared (
# One pointer serves all four: 4 additions, 2 updates and the branch are 7 / 4, and
# 4 loads on two ports 2.
# CHECK-NEXT: next: pointers without index registers (line {{.*}}) would give 2.00 cy/it
	.type own, @function
own:
	vaddsd (%rsi,%rdi), %xmm1, %xmm2
	vaddsd (%rdx,%rdi), %xmm1, %xmm3
	vaddsd (%rcx,%rdi), %xmm1, %xmm4
	vaddsd (%rax,%rdi), %xmm1, %xmm5
	addq $8, %rdi
	cmpq %rdi, %r8
	jne own
	.type shared, @function
shared:
	vaddsd (%rsi,%rdi), %xmm1, %xmm2
	vaddsd 64(%rsi,%rdi), %xmm1, %xmm3
	vaddsd 128(%rsi,%rdi), %xmm1, %xmm4
	vaddsd 256(%rsi,%rdi), %xmm1, %xmm5
	addq $24, %rdi
	cmpq %rdi, %r8
	jne shared

# Of two accesses that no load of a vector stands between, the second one takes the port
# of these loads once, too, in the simulator. The bound knows nothing of it.
# RUN: sed -e 's/^micro_fusion:/access_pair: {uops: [{ports: [ld], kind: store-data}], source: test}\n&/' \
# RUN:   -e 's/value: 18/value: 512/' -e 's/, {ports: \[st\], kind: store-data}//' %S/Inputs/window.yaml > %t.yaml
# RUN: kernel-opt --model=%t.yaml --simulate %s | FileCheck %s
# CHECK: .L0{{.*}}: 3.00 cy/it
# CHECK-SAME: (bounds alone: 2.00)
# CHECK: .L1{{.*}}: 2.00 cy/it
# RUN: sed -e '/^access_pair/d' %t.yaml > %t.none.yaml
# RUN: kernel-opt --model=%t.none.yaml --simulate %s | FileCheck %s --check-prefix=NONE
# RUN: sed -e 's/access_pair: {/&min_width: 17, /' %t.yaml > %t.wide.yaml
# RUN: kernel-opt --model=%t.wide.yaml --simulate %s | FileCheck %s --check-prefix=NONE
# NONE: .L0{{.*}}: 2.00 cy/it
# NONE: .L1{{.*}}: 2.00 cy/it

# Measured on Zen 5: 2.8 and 2.3 cycles for twice as many stores and vectors in pairs and
# in turns, 1.44 and 1.12 for loads of general registers, 1.00 without vectors.
# RUN: kernel-opt --cpu=znver5 --all --simulate %s | FileCheck %s --check-prefix=ZEN5
# ZEN5: .L0{{.*}}: 1.50 cy/it
# ZEN5: .L1{{.*}}: 1.00 cy/it
# ZEN5: pairs{{.*}}: 1.50 cy/it
# ZEN5-SAME: (bounds alone: 1.00)
# ZEN5: turns{{.*}}: 1.00 cy/it
# ZEN5: general{{.*}}: 1.00 cy/it

# A load that advice takes out is no access.
# ZEN5: spared{{.*}}: 12.00 cy/it
# ZEN5: next: keeping stored values in registers
.L0:
	vmovupd (%rax), %xmm0
	vmovupd 4096(%rax), %xmm1
	vmovupd %xmm0, 8192(%rax)
	vmovupd %xmm1, 12288(%rax)
	addq $16, %rax
	decq %rdi
	jne .L0
.L1:
	vmovupd (%rax), %xmm0
	vmovupd %xmm0, 8192(%rax)
	vmovupd 4096(%rax), %xmm1
	vmovupd %xmm1, 12288(%rax)
	addq $16, %rax
	decq %rdi
	jne .L1
	retq
pairs:
	movq (%rdi), %rax
	movq 8(%rdi), %rbx
	movss 2048(%rdi), %xmm0
	movss 2052(%rdi), %xmm1
	decq %rcx
	jne pairs
	retq
turns:
	movq (%rdi), %rax
	movss 2048(%rdi), %xmm0
	movq 8(%rdi), %rbx
	movss 2052(%rdi), %xmm1
	decq %rcx
	jne turns
	retq
general:
	movq (%rdi), %rax
	movq 8(%rdi), %rbx
	movq 16(%rdi), %rdx
	movq 24(%rdi), %rsi
	decq %rcx
	jne general
	retq
spared:
	movsd (%rsi), %xmm0
	addsd (%rdi), %xmm0
	movsd %xmm0, (%rsi)
	movq 8(%rdi), %rax
	addq $8, %rdi
	decq %rcx
	jne spared
	retq

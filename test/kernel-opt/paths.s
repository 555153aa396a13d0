# A loop of several blocks: the fall-through path is analysed, the rest counted.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# RUN: kernel-opt --bounds-only --model=%toy --format=json %s | FileCheck %s --check-prefix=JSON
# CHECK: path: 1 other block of the loop not on the analysed path, which follows the order of the code
# CHECK-NOT: vdivpd
# CHECK: vaddpd %xmm0, %xmm1, %xmm2
# CHECK-NOT: vdivpd
# JSON: "other_blocks": 1,
f:
.L0:
	cmpq %rax, %rbx
	je .L2
	vaddpd %xmm0, %xmm1, %xmm2
.L1:
	decq %rdi
	jne .L0
	ret
.L2:
	vdivpd %xmm0, %xmm1, %xmm2
	jmp .L1

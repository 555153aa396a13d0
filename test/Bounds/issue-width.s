# Nine micro-ops on five ports need 9/5 = 1.80 cycles, two loads 2.00. Seven moves
# are eliminated: no port, but an issue slot each: (9 + 2 + 7) / 8 = 2.25.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# CHECK: limited by issue width 8: 15 % faster: loop 12 % faster, then port ld{{$}}
# CHECK: issue      2.25  18 issue slots / 8{{$}}
.L0:
	vaddpd %xmm0, %xmm1, %xmm2
	vaddpd %xmm0, %xmm1, %xmm2
	vsubpd %xmm0, %xmm1, %xmm2
	vsubpd %xmm0, %xmm1, %xmm2
	vmulpd %xmm0, %xmm1, %xmm2
	vmulpd %xmm0, %xmm1, %xmm2
	vandpd %xmm0, %xmm1, %xmm2
	vandpd %xmm0, %xmm1, %xmm2
	vandpd %xmm0, %xmm1, %xmm2
	movq %rax, %rbx
	movq %rax, %rbx
	movq %rax, %rbx
	movq %rax, %rbx
	movq %rax, %rbx
	movq %rax, %rbx
	movq %rax, %rbx
	vmovupd (%rsi), %xmm4
	vmovupd (%rsi), %xmm5
	decq %rdi
	jne .L0

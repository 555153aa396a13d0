# A load (5), a product (4) and a sum (4) follow each other within an iteration,
# the store of it 1 cycle later: 14. Nothing but the counter is carried over.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# CHECK: CP        14.00  longest path through one iteration, 4 steps
# CHECK-NEXT: vmovupd (%rsi), %xmm1  +5
# CHECK-NEXT: vmulpd %xmm0, %xmm1, %xmm2  +4
# CHECK-NEXT: vaddpd %xmm0, %xmm2, %xmm3  +4
# CHECK-NEXT: vmovupd %xmm3, (%rdi) (store)  +1
# CHECK-NEXT: bracket  [2.00, 14.00]
.L0:
	vmovupd (%rsi), %xmm1
	vmulpd %xmm0, %xmm1, %xmm2
	vaddpd %xmm0, %xmm2, %xmm3
	vmovupd %xmm3, (%rdi)
	decq %rdx
	jne .L0

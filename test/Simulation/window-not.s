# Loops that the window holds back as in window.s, but that cannot be
# interleaved, or not by as much.
# RUN: kernel-opt --model=%S/Inputs/window.yaml --simulate %s | FileCheck %s

# What the end of a body loads is added at the start of the next: two bodies side
# by side would read it before it is there.
# CHECK: label .Lpipelined: {{.*}} cy/it expected, limited by reorder buffer (18)
# CHECK-NOT: next:
# CHECK: label .Lstored
.Lpipelined:
	vaddpd %xmm7, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vmovupd 16(%rax), %xmm7
	addq $16, %rax
	decq %rdi
	jne .Lpipelined

# An iteration loads first what the second before it stored last. Two side by
# side keep the order, four would not.
# CHECK-SAME: : {{.*}} cy/it expected, limited by reorder buffer (18)
# CHECK-NEXT: at least: 5.00 cy/it, by the bounds alone
# CHECK-NEXT: next: interleaving 2 iterations would give
# CHECK: label .Llive
.Lstored:
	vmovupd (%rax), %xmm0
	vaddpd %xmm0, %xmm1, %xmm2
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vmovupd %xmm2, 32(%rax)
	addq $16, %rax
	decq %rdi
	jne .Lstored

# Six registers live at once, and xmm1 for all of 16: 15 / 6 are two copies.
# CHECK-SAME: : {{.*}} cy/it expected, limited by reorder buffer (18)
# CHECK-NEXT: at least: 7.50 cy/it, by the bounds alone
# CHECK-NEXT: next: interleaving 2 iterations would give
.Llive:
	vmovupd 128(%rbx), %xmm2
	vmovupd 192(%rbx), %xmm3
	vmovupd 256(%rbx), %xmm4
	vmovupd 320(%rbx), %xmm5
	vmovupd 384(%rbx), %xmm6
	vmovupd (%rax), %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm2, %xmm0
	vaddpd %xmm0, %xmm3, %xmm0
	vaddpd %xmm0, %xmm4, %xmm0
	vaddpd %xmm0, %xmm5, %xmm0
	vaddpd %xmm0, %xmm6, %xmm0
	addq $16, %rax
	decq %rdi
	jne .Llive

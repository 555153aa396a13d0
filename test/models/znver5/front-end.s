# How the micro-op cache and the renamer of Zen 5 limit short loops; measured cycles
# are in the comments.
# RUN: kernel-opt --bounds-only --cpu=znver5 %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=znver5 --format=json %s | FileCheck %s --check-prefix=JSON
.text
	.p2align 6
# 12 slots in one window: 12 / 8. 1.50.
# CHECK: label .L12: 1.50 cy/it, limited by issue width 8
.L12:
	.rept 11
	nop
	.endr
	decq %rdi
	jne .L12

	.p2align 6
# A third line of six instructions needs a second lookup. 3.01.
# CHECK: label .L13: 3.00 cy/it, limited by the front end
# CHECK: 1 window of code in 3 lines of the micro-op cache, looked up in 3 cycles
# JSON: "lookup_cycles": 3,
.L13:
	.rept 12
	nop
	.endr
	decq %rdi
	jne .L13

	.p2align 6
# Eight instructions fill a window, and the branch is in the next. 2.01.
# CHECK: label .L9: 2.00 cy/it, limited by the front end
# CHECK: 2 windows of code in 2 lines of the micro-op cache, looked up in 2 cycles
.L9:
	.rept 8
	nopl 0x100(%rax,%rax,1)
	.endr
	decq %rdi
	jne .L9

	.p2align 6
# 7 moves of vectors, 6 a cycle: 1.17.
# CHECK: label .Lmoves: 1.17 cy/it, limited by 6 vector micro-ops/cy
# CHECK: 7 vector micro-ops / 6
# JSON: "vector_slots": 7
.Lmoves:
	vmovaps %xmm15, %xmm0
	vmovaps %xmm15, %xmm1
	vmovaps %xmm15, %xmm2
	vmovaps %xmm15, %xmm3
	vmovaps %xmm15, %xmm4
	vmovaps %xmm15, %xmm5
	vmovaps %xmm15, %xmm6
	decq %rdi
	jne .Lmoves

	.p2align 6
# With 2 nops, the slots take longer, and a trip begins anew: 2.00.
# CHECK: label .Lmixed: 2.00 cy/it, limited by 6 vector micro-ops/cy
# CHECK: 7 vector micro-ops, more than 6, in 10 slots of one lookup
.Lmixed:
	nop
	nop
	vmovaps %xmm15, %xmm0
	vmovaps %xmm15, %xmm1
	vmovaps %xmm15, %xmm2
	vmovaps %xmm15, %xmm3
	vmovaps %xmm15, %xmm4
	vmovaps %xmm15, %xmm5
	vmovaps %xmm15, %xmm6
	decq %rdi
	jne .Lmixed

	.p2align 6
# 6 of them do not: 9 / 8. 1.13.
# CHECK: label .Lsix: 1.13 cy/it, limited by issue width 8
.Lsix:
	nop
	nop
	vmovaps %xmm15, %xmm0
	vmovaps %xmm15, %xmm1
	vmovaps %xmm15, %xmm2
	vmovaps %xmm15, %xmm3
	vmovaps %xmm15, %xmm4
	vmovaps %xmm15, %xmm5
	decq %rdi
	jne .Lsix

# A list: the next address comes straight from a load, which takes 4 cycles on
# Skylake-X instead of 5. Not so with an index, a large displacement, or an addition
# (one cycle) in between.
# RUN: kernel-opt --bounds-only --cpu=cascadelake -q %s | FileCheck %s
# CHECK: label .Llist: 4.00 cy/it, limited by latency
.Llist:
	movq 8(%rdi), %rdi
	testq %rdi, %rdi
	jne .Llist
# CHECK: label .Lindexed: 5.00 cy/it, limited by latency
.Lindexed:
	movq (%rdi,%rsi), %rdi
	testq %rdi, %rdi
	jne .Lindexed
# CHECK: label .Lfar: 5.00 cy/it, limited by latency
.Lfar:
	movq 2048(%rdi), %rdi
	testq %rdi, %rdi
	jne .Lfar
# CHECK: label .Ladded: 6.00 cy/it, limited by latency
.Ladded:
	movq 8(%rdi), %rdi
	addq $8, %rdi
	jne .Ladded
# Two in one iteration.
# CHECK: label .Ltwo: 8.00 cy/it, limited by latency
.Ltwo:
	movq (%rdi), %rsi
	movq (%rsi), %rdi
	testq %rdi, %rdi
	jne .Ltwo

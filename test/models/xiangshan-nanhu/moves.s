# mv is done at rename: the chain a0 -> a1 -> a0 takes the cycle of the addition
# alone. A division of words takes 12 cycles: 32 bits, 4 a cycle, and 4 besides.
# RUN: kernel-opt --bounds-only --cpu=xiangshan-nanhu %s | FileCheck %s
# CHECK-LABEL: label .Lmove
# CHECK: LCD {{ *}}1.00
# CHECK-LABEL: label .Ldivide
# CHECK: LCD {{ *}}12.00
.Lmove:
	mv	a1, a0
	addi	a0, a1, 1
	bne	a0, a2, .Lmove
	ret
.Ldivide:
	divw	a0, a0, a2
	bnez	a0, .Ldivide
	ret

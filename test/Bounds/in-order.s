# A core that issues in program order, one instruction a cycle: the addition
# waits 2 cycles for the load, which leaves a cycle empty, and the next load comes
# behind the branch: 5 cycles, though 4 slots take 4 and the carried chain 1. The
# simulator says the same. On a core that issues out of order nothing is shown.
# RUN: kernel-opt --cpu=rocket %s | FileCheck %s
# RUN: kernel-opt --cpu=rocket --simulate %s | FileCheck %s --check-prefix=SIM
# RUN: kernel-opt --cpu=sifive-p550 %s | FileCheck %s --check-prefix=OUT
# CHECK: label .Lloop: 5.00 cy/it, limited by issue in order
# CHECK: order {{ *}}5.00 1 wait for operands
# SIM: label .Lloop: 5.00 cy/it
# OUT-NOT: {{^ +}}order
.Lloop:
	ld	a2, 0(a0)
	add	a3, a2, a2
	addi	a0, a0, 8
	bne	a0, a1, .Lloop

# x0 reads as zero and keeps nothing: an instruction that writes it is a nop, and
# one that reads it waits for nobody. The chain through a0 takes 1 cycle; were x0
# a register, the three instructions would be a chain of 3.
# RUN: kernel-opt --bounds-only --cpu=sifive-p670 %s | FileCheck %s
# CHECK: LCD {{ *}}1.00 {{.*}} around 1 step,
.Lloop:
	add	zero, a0, a1
	add	a2, zero, a3
	addi	a0, a0, 1
	bne	a0, a4, .Lloop

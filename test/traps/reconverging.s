# Sixty instructions, each of which reads the results of the two before it: the
# number of paths grows as the Fibonacci numbers, beyond 10^12. The longest goes
# through all, 48 add of 1 cycle and 12 imul of 3: 48 + 36 = 84. The first reads
# the result of the last, so CP and LCD are 84.00. Ports: 60 and the fused
# branch on p0, p1, p5, p6: 61/4 = 15.25.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s
# CHECK: .L0,{{[0-9]+}},62,skylake-avx512,15.25,84.00,84.00,84.00,latency
.L0:
	.rept 6
	imulq %r9, %r8
	addq %r8, %r9
	addq %r9, %r8
	addq %r8, %r9
	addq %r9, %r8
	imulq %r8, %r9
	addq %r9, %r8
	addq %r8, %r9
	addq %r9, %r8
	addq %r8, %r9
	.endr
	decq %rax
	jne .L0

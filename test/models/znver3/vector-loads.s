# A vector load for which neither of the two ways to the cache is free keeps its
# address unit, so that the order of loads and stores decides. Measured on Zen 3:
# 5.00 and 4.00 cycles.
# RUN: kernel-opt --cpu=znver3 --quiet %s | FileCheck %s
# CHECK: apart ({{.*}}): 5.00 cy/it{{.*}} (bounds alone: 4.00)
# CHECK: mixed ({{.*}}): 4.00 cy/it
	.text
apart:
.L0:
	.irp	i, 0, 1, 2, 3, 4, 5, 6, 7
	vmovups	64*\i(%r14), %ymm\i
	.endr
	.irp	i, 8, 9, 10, 11
	vmovups	%ymm9, 64*\i(%r13)
	.endr
	decq	%r15
	jne	.L0
	ret
mixed:
.L1:
	.irp	i, 0, 1, 2, 3
	vmovups	128*\i(%r14), %ymm\i
	vmovups	128*\i+64(%r14), %ymm\i
	vmovups	%ymm9, 64*\i(%r13)
	.endr
	decq	%r15
	jne	.L1
	ret

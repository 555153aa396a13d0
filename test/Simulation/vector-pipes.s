# The vector pipes of Zen 4. Minima, comparisons and shifts share both pipes of
# additions; multiplications of integers, saturating additions and rotations those of
# multiplications. A micro-op enters the scheduler with more room, and there takes the
# pipe that is free first: four additions of integers, which any pipe does, fit beside
# four multiplications. Measured: 2.00, 4.00, 4.00, 4.00, 2.00 and 2.00 cycles.
# RUN: kernel-opt --cpu=znver4 --quiet %s | FileCheck %s
# CHECK: min_mul ({{.*}}): 2.00 cy/it
# CHECK: min_add ({{.*}}): 4.00 cy/it, limited by ports fp2 fp3
# CHECK: shift_add ({{.*}}): 4.00 cy/it, limited by ports fp2 fp3
# CHECK: pmul_mul ({{.*}}): 4.00 cy/it, limited by ports fp0 fp1
# CHECK: rotate_add ({{.*}}): 2.00 cy/it
# CHECK: padd_mul ({{.*}}): 2.00 cy/it
	.macro	four op
	.irp	i, 0, 1, 2, 3
	\op	%ymm10, %ymm11, %ymm\i
	.endr
	.endm
	.macro	beside op
	.irp	i, 4, 5, 6, 7
	\op	%ymm10, %ymm11, %ymm\i
	.endr
	decq	%rcx
	.endm
min_mul:
.L0:
	four	vminps
	beside	vmulps
	jne	.L0
	ret
min_add:
.L1:
	four	vminps
	beside	vaddps
	jne	.L1
	ret
shift_add:
.L2:
	four	vpsllvd
	beside	vaddps
	jne	.L2
	ret
pmul_mul:
.L3:
	four	vpmulld
	beside	vmulps
	jne	.L3
	ret
rotate_add:
.L4:
	four	vprolvd
	beside	vaddps
	jne	.L4
	ret
padd_mul:
.L5:
	four	vpaddd
	beside	vmulps
	jne	.L5
	ret

# A division holds its port for two cycles and a divider for five. Of three in a trip,
# the third waits for the others: younger ones begin in the gaps that are left before
# it, or a port that is busy for 6 of 7.5 cycles would be too crowded. Measured 7.5.
# RUN: kernel-opt -q --cpu=znver5 %s | FileCheck %s
# CHECK: label divisions): 7.50 cy/it
	.type divisions, @function
divisions:
	vdivps (%rcx,%rdx), %ymm0, %ymm2
	vdivps (%rcx,%rsi), %ymm0, %ymm3
	vaddps %ymm3, %ymm2, %ymm2
	vdivps %ymm2, %ymm1, %ymm2
	vmovaps %ymm2, (%rcx,%r8)
	addq $32, %rcx
	addq $-8, %r9
	jne divisions

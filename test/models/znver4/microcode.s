# Microcode has the cycles in which it is renamed for itself. Measured: a gather of eight
# floats and 8, 16, 24 and 32 eliminated moves take 9.0, 10.9, 12.0 and 12.9 cycles, a
# horizontal addition and 11 or 12 moves 3.0 and 4.0; beside stores of 32 bytes, a scatter
# of eight doubles takes as long as they and itself together.
# RUN: kernel-opt --cpu=znver4 %s | FileCheck %s
	.text
	.macro loop name, moves, insts:vararg
	.globl \name
	.p2align 6
\name:
.L\name:
	\insts
	.rept \moves
	movq	%rcx, %rdx
	.endr
	decq	%rdi
	jne	.L\name
	ret
	.endm
	.macro gather
	kxnorw	%k1, %k1, %k1
	vpxor	%xmm1, %xmm1, %xmm1
	vgatherdps	(%rbx,%ymm28,4), %ymm1 {%k1}
	.endm
# CHECK: gather16 ({{.*}}): 11.0{{.}} cy/it
# CHECK: issue 10.17 61 issue slots / 6
# CHECK: 42 {{.*}} m vgatherdps
# CHECK: m from microcode
	loop gather16, 16, gather
# CHECK: gather24 ({{.*}}): 12.0{{.}} cy/it
	loop gather24, 24, gather
# CHECK: gather32 ({{.*}}): 13.0{{.}} cy/it
	loop gather32, 32, gather
# CHECK: hadd11 ({{.*}}): 3.00 cy/it
	loop hadd11, 11, vhaddps %ymm0, %ymm0, %ymm1
# CHECK: hadd12 ({{.*}}): 4.00 cy/it
	loop hadd12, 12, vhaddps %ymm0, %ymm0, %ymm1
# CHECK: masked ({{.*}}): 13.00 cy/it
	loop masked, 11, vmaskmovps %ymm0, %ymm6, (%rbx)
# CHECK: compress ({{.*}}): 54.00 cy/it, {{.*}}(bounds alone: 44.00)
	loop compress, 4, vcompressps %ymm0, (%rbx) {%k1}

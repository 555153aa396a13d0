# What a cycle of rename has room for: eliminated moves behind some instructions, and the
# branch. Measured: 2.50 cycles for 15 slots with two rotates, 3.00 with three; 2.50 with
# two imul, though one unit multiplies; 3.00 with four loads of vectors, 2.50 with four of
# general registers; 3.00 with two rotates and two additions of memory. An instruction of
# two slots is renamed in one cycle: 17 slots with one of them take 3.00, and not 2.83.
# A limit that made micro-ops wait is named.
# RUN: kernel-opt --cpu=znver4 %s | FileCheck %s
# RUN: kernel-opt --cpu=znver4 --format=json %s | FileCheck %s --check-prefix=JSON
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
	.macro two insn
	\insn, %r8
	\insn, %r9
	.endm
	.macro three insn
	two "\insn"
	\insn, %r10
	.endm
	.macro vectors num
	.irp at, 0, 64, 128, 192
	vmovups	\at(%rbx), %xmm1
	.endr
	.endm
	.macro words num
	.irp at, 0, 64, 128, 192
	movq	\at(%rbx), %r8
	.endr
	.endm
# CHECK: rotates2 ({{.*}}): 2.50 cy/it
	loop rotates2, 12, two "rorx $3, %r11"
# CHECK: rotates3 ({{.*}}): 3.00 cy/it
# CHECK: rename     some wait for the next cycle: one has room for 2 micro-ops on ports alu1 alu2
	loop rotates3, 11, three "rorx $3, %r11"
# JSON:      "rename_limits": [{{$}}
# JSON-NEXT: {
# JSON-NEXT: "ports": [
# JSON-NEXT: "alu1",
# JSON-NEXT: "alu2"
# JSON-NEXT: ],
# JSON-NEXT: "micro_ops": 2,
# JSON-NEXT: "loads_only": false
# CHECK: imul2 ({{.*}}): 2.50 cy/it
	loop imul2, 12, two "imulq $3, %r11"
# CHECK: words4 ({{.*}}): 2.50 cy/it
	loop words4, 10, words
# CHECK: vectors4 ({{.*}}): 3.00 cy/it
	loop vectors4, 10, vectors
	.macro memory
	two "rorx $3, %r11"
	addq	(%rbx), %r12
	addq	64(%rbx), %r13
	.endm
# CHECK: memory2 ({{.*}}): 3.00 cy/it
	loop memory2, 10, memory
# CHECK: slots2 ({{.*}}): 3.00 cy/it
	loop slots2, 14, rorx $3, (%rbx), %r9

# Microcode has the cycles in which it is renamed for itself. Measured: a gather of eight
# floats and 8, 16, 24 and 32 eliminated moves take 9.0, 10.9, 12.0 and 12.9 cycles, a
# horizontal addition and 11 or 12 moves 3.0 and 4.0; beside stores of 32 bytes, a scatter
# of eight doubles takes as long as they and itself together.
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
# CHECK: compress ({{.*}}): 54.00 cy/it expected, {{.*}}(bounds alone: 44.00)
	loop compress, 4, vcompressps %ymm0, (%rbx) {%k1}

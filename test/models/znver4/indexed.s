# Instructions that compute with memory and a general register take a slot more if their
# address has an index; vectors and plain loads do not. Updates of memory, conditional
# moves and shifts by BMI2 do so with every address. Measured, each twice beside 14
# eliminated moves: 3.25 cycles with two slots each, 2.83 with one.
# RUN: kernel-opt --bounds-only --cpu=znver4 %s | FileCheck %s
	.text
	.macro rest name
	.rept 14
	movq	%rcx, %r9
	.endr
	decq	%rdi
	jne	.L\name
	ret
	.endm
# CHECK: add_indexed ({{.*}}): 3.17 cy/it
# CHECK: issue 3.17 19 issue slots / 6
add_indexed:
.Ladd_indexed:
	addq	8(%rbx,%r14), %r8
	addq	(%rbx,%r14,8), %r8
	rest	add_indexed
# CHECK: add_plain ({{.*}}): 2.83 cy/it
# CHECK: issue 2.83 17 issue slots / 6
add_plain:
.Ladd_plain:
	addq	8(%rbx), %r8
	addq	16(%rbx), %r8
	rest	add_plain
# CHECK: extend_indexed ({{.*}}): 3.17 cy/it
# CHECK: issue 3.17 19 issue slots / 6
extend_indexed:
.Lextend_indexed:
	movslq	(%rbx,%r14), %r8
	movsbl	8(%rbx,%r14), %r10d
	rest	extend_indexed
# CHECK: load_indexed ({{.*}}): 2.83 cy/it
# CHECK: issue 2.83 17 issue slots / 6
load_indexed:
.Lload_indexed:
	movq	(%rbx,%r14), %r8
	movzbl	8(%rbx,%r14), %r10d
	rest	load_indexed
# CHECK: vector_indexed ({{.*}}): 2.83 cy/it
# CHECK: issue 2.83 17 issue slots / 6
vector_indexed:
.Lvector_indexed:
	vaddps	(%rbx,%r14), %xmm1, %xmm2
	vpabsd	16(%rbx,%r14), %xmm3
	rest	vector_indexed
# CHECK: update ({{.*}}): 3.17 cy/it
# CHECK: issue 3.17 19 issue slots / 6
update:
.Lupdate:
	addq	%rcx, 8(%rbx)
	addq	$3, 16(%rbx,%r14)
	rest	update
# CHECK: choose ({{.*}}): 3.17 cy/it
# CHECK: issue 3.17 19 issue slots / 6
choose:
.Lchoose:
	cmovbq	8(%rbx), %r8
	shlxq	%rcx, 16(%rbx), %r10
	rest	choose

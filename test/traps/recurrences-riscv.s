# a[i + 1] = a[i] + c with the pointer moved by addi, by sh2add of an index, and
# by addiw, whose result is the low word with its sign. The load gets its bytes
# from the store one iteration before, or two.
# RUN: kernel-opt deps --cpu=sifive-p550 %s | FileCheck %s
# CHECK-LABEL: label .Laddi
# CHECK: fsw fa4, 4(a0) {{.*}} 1 RAW must 4
.Laddi:
	flw	fa4, 0(a0)
	fadd.s	fa4, fa4, fa5
	fsw	fa4, 4(a0)
	addi	a0, a0, 4
	bne	a0, a3, .Laddi
	ret
# CHECK-LABEL: label .Lindex
# CHECK: fsw fa4, 4(a5) {{.*}} 1 RAW must 4
.Lindex:
	sh2add	a5, a1, a0
	flw	fa4, 0(a5)
	fadd.s	fa4, fa4, fa5
	fsw	fa4, 4(a5)
	addi	a1, a1, 1
	bne	a1, a3, .Lindex
	ret
# CHECK-LABEL: label .Ltwo
# CHECK: fsd fa4, 16(a0) {{.*}} 2 RAW must 8
.Ltwo:
	fld	fa4, 0(a0)
	fadd.d	fa4, fa4, fa5
	fsd	fa4, 16(a0)
	addi	a0, a0, 8
	bne	a0, a3, .Ltwo
	ret
# Counters of words: with their sign, without it, and scaled as words.
# CHECK-LABEL: label .Laddiw
# CHECK: fsw fa4, 4(a5) {{.*}} 1 RAW must 4 {{.*}} closed-form
.Laddiw:
	slli	a5, a1, 2
	add	a5, a5, a0
	flw	fa4, 0(a5)
	fadd.s	fa4, fa4, fa5
	fsw	fa4, 4(a5)
	addiw	a1, a1, 1
	bne	a1, a3, .Laddiw
	ret
# CHECK-LABEL: label .Luw
# CHECK: sw a4, 4(a5) {{.*}} 1 RAW must 4 {{.*}} closed-form
.Luw:
	sh2add.uw	a5, a1, a0
	lw	a4, 0(a5)
	sw	a4, 4(a5)
	addiw	a1, a1, 1
	bne	a1, a3, .Luw
	ret
# CHECK-LABEL: label .Lslliw
# CHECK: sd a4, 8(a5) {{.*}} 1 RAW must 8 {{.*}} closed-form
.Lslliw:
	slliw	a5, a1, 3
	add	a5, a5, a0
	ld	a4, 0(a5)
	sd	a4, 8(a5)
	addiw	a1, a1, 1
	bne	a1, a3, .Lslliw
	ret
# The product of two words that vary by what no one knows: nothing is certain.
# CHECK-LABEL: label .Lmulw
# CHECK: sd a4, 8(a5) {{.*}} 1 RAW may
.Lmulw:
	mulw	a5, a1, a2
	sh3add	a5, a5, a0
	ld	a4, 0(a5)
	sd	a4, 8(a5)
	addiw	a1, a1, 1
	bne	a1, a3, .Lmulw
	ret
# Two arrays by name: they are apart.
# CHECK-LABEL: label .Lapart
# CHECK: no dependence through memory
.Lapart:
	lui	a1, %hi(foo)
	lw	a2, %lo(foo)(a1)
	lui	a3, %hi(bar)
	sw	a2, %lo(bar)(a3)
	addi	a0, a0, -1
	bnez	a0, .Lapart
	ret
# vl is VLMAX in all trips but the last, so that the pointer moves by what is
# stored, and no load reads it.
# CHECK-LABEL: label .Lstrip
# CHECK: no dependence through memory
.Lstrip:
	vsetvli	a5, a2, e32, m2, ta, ma
	vle32.v	v8, (a0)
	vadd.vi	v8, v8, 1
	vse32.v	v8, (a0)
	sh2add	a0, a5, a0
	sub	a2, a2, a5
	bnez	a2, .Lstrip
	ret

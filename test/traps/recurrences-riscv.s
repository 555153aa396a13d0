# a[i + 1] = a[i] + c with the pointer moved by addi, by sh2add of an index, and
# by addiw, whose result is the low word with its sign. The load gets its bytes
# from the store one iteration before. The last loop reads what is stored 2
# iterations before.
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

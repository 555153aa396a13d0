# What vsetvli sets decides which registers an instruction takes, what it waits
# for and how long it takes.
# RUN: kernel-opt --bounds-only --cpu=sifive-p670 %s | FileCheck %s

# With m2, v8 is v8 and v9: the second addition reads what the first has written.
# CHECK-LABEL: label .Lgroup
# CHECK: LCD {{.*}} around 2 steps
.Lgroup:
	vsetvli	a5, zero, e32, m2, ta, ma
	vadd.vv	v8, v8, v10
	vsetvli	a5, zero, e32, m1, ta, ma
	vadd.vv	v9, v9, v10
	addi	a0, a0, -1
	bnez	a0, .Lgroup
	ret

# Agnostic elements are not read: no chain but that of the counter.
# CHECK-LABEL: label .Lagnostic
# CHECK: LCD {{ *}}1.00 {{.*}} around 1 step,
.Lagnostic:
	vsetvli	a5, a4, e32, m1, ta, ma
	vadd.vv	v8, v10, v12
	addi	a0, a0, -1
	bnez	a0, .Lagnostic
	ret

# Undisturbed ones are: v8 goes round.
# CHECK-LABEL: label .Lundisturbed
# CHECK: LCD
# CHECK-NEXT: vadd.vv v8, v10, v12
.Lundisturbed:
	vsetvli	a5, a4, e32, m1, tu, ma
	vadd.vv	v8, v10, v12
	addi	a0, a0, -1
	bnez	a0, .Lundisturbed
	ret

# The length waits for a load: vsetvli is on the way from a4 to the vectors.
# CHECK-LABEL: label .Llength
# CHECK: CP
# CHECK: lw a4, 0(a1)
# CHECK: vsetvli a5, a4
# CHECK: vadd.vv v8, v10, v12
.Llength:
	lw	a4, 0(a1)
	vsetvli	a5, a4, e32, m1, ta, ma
	vadd.vv	v8, v10, v12
	addi	a0, a0, -1
	bnez	a0, .Llength
	ret

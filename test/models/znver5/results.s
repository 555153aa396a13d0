# What takes several cycles has its result by any ALU, not only by its own: six
# multiplications are 2.0 cycles, and eleven shifts with the branch 4.0, which other
# ALUs do; together they take 4.94, as half of the results come by an ALU that shifts.
# So do results of vectors for general registers or flags, each of which takes an ALU
# from whatever else it could do. Measured: 3.52, 4.94, 5.48, 3.22, 2.90, 3.69, 4.03 and
# 8.05 cycles.
# RUN: kernel-opt --cpu=znver5 -q %s | FileCheck %s
# CHECK: multiply_shift {{.*}}: 3.50 cy/it expected
# CHECK: multiply_shifts {{.*}}: 5.00 cy/it expected
# CHECK: multiply_sum {{.*}}: 5.58 cy/it expected
# CHECK: all {{.*}}: 3.33 cy/it expected
# CHECK: move_sum {{.*}}: 2.83 cy/it expected
# CHECK: move_multiply {{.*}}: 3.67 cy/it expected
# CHECK: move_shift {{.*}}: 4.00 cy/it expected
# CHECK: compare {{.*}}: 8.00 cy/it
	.text
	.macro multiply num
	.rept \num
	imull	$77777, %edi, %eax
	.endr
	.endm
	.macro shift num
	.rept \num
	rorxl	$3, %edi, %edx
	.endr
	.endm
	.macro sum num
	.rept \num
	leal	0x11111(%rdi), %esi
	.endr
	.endm
	.macro move num
	.rept \num
	vmovd	%xmm1, %r8d
	.endr
	.endm
	.macro loop name, first, second, third
	.globl \name
	.type \name, @function
\name:
.L\name:
	\first
	\second
	\third
	decq	%rcx
	jne	.L\name
	ret
	.endm
	loop multiply_shift, "multiply 3", "shift 8"
	loop multiply_shifts, "multiply 6", "shift 11"
	loop multiply_sum, "multiply 8", "sum 18"
	loop all, "multiply 6", "shift 3", "sum 6"
	loop move_sum, "move 4", "sum 12"
	loop move_multiply, "move 4", "multiply 9"
	loop move_shift, "move 4", "shift 9"
	.globl compare
	.type compare, @function
compare:
	.rept 8
	vcomiss	%xmm0, %xmm1
	vmovd	%xmm9, %r9d
	.endr
	decq	%rcx
	jne	compare
	ret

# Zen 4 reads the third operand of a vector operation by the pipe of its scheduler that
# takes the data of stores and what moves to general registers. What comes just then is
# not read. Measured: 4.00, 4.48, 5.55, 3.99, 3.99, 6.94, 4.01 and 3.99 cycles.
# RUN: kernel-opt --cpu=znver4 %s | FileCheck %s
# CHECK: {{^}}blend ({{.*}}): 4.00 cy/it, limited by ports fp0 fp1{{$}}
# CHECK-NOT: operands   some
# CHECK: {{^}}blend_store ({{.*}}): 4.50 cy/it expected, limited by ports fp0 fp1 and more (bounds alone: 4.00)
# CHECK: operands   some micro-ops wait until ports fp4 fp5 can read one of their registers
# CHECK: {{^}}blend_move ({{.*}}): 5.00 cy/it expected, limited by ports fp0 fp1 and more (bounds alone: 4.00)
# CHECK: operands   some micro-ops
# CHECK: {{^}}blend_sum ({{.*}}): 4.00 cy/it, limited by ports fp0 fp1{{$}}
# CHECK-NOT: operands   some
# CHECK: {{^}}multiply_store ({{.*}}): 4.00 cy/it, balanced: ports fp0 fp1 and unit vst{{$}}
# CHECK-NOT: operands   some
# CHECK: {{^}}merge_store ({{.*}}): 6.60 cy/it
# CHECK: operands   some micro-ops
# CHECK: {{^}}zero_store ({{.*}}): 4.00 cy/it, balanced: ports fp2 fp3 and unit vst{{$}}
# CHECK-NOT: operands   some
# CHECK: {{^}}add_fma_store ({{.*}}): 4.01 cy/it

# RUN: kernel-opt --cpu=znver4 --format=json %s | FileCheck %s --check-prefix=JSON
# JSON: "operand_reads": [],
# JSON: "operand_reads": [
# JSON-NEXT: "fp4",
# JSON-NEXT: "fp5"
# JSON-NEXT: ],
	.macro	eight op:vararg
	.irp	i, 4, 5, 6, 7, 8, 9, 10, 11
	\op	%ymm\i
	.endr
	.endm
	.macro	stores n
	.rept	\n
	vmovapd	%ymm0, (%rsi)
	.endr
	decq	%rdi
	.endm
blend:
.L0:
	eight	vblendvpd %ymm0, %ymm1, %ymm2,
	stores	0
	jne	.L0
	ret
blend_store:
.L1:
	eight	vblendvpd %ymm0, %ymm1, %ymm2,
	stores	1
	jne	.L1
	ret
blend_move:
.L2:
	eight	vblendvpd %ymm0, %ymm1, %ymm2,
	vmovq	%xmm0, %r8
	vmovq	%xmm0, %r9
	stores	0
	jne	.L2
	ret
# The sum is stored as it comes.
blend_sum:
.L3:
	eight	vblendvpd %ymm0, %ymm1, %ymm2,
	vaddpd	%ymm0, %ymm1, %ymm12
	vmovapd	%ymm12, (%rsi)
	stores	0
	jne	.L3
	ret
multiply_store:
.L4:
	eight	vmulpd %ymm0, %ymm1,
	stores	4
	jne	.L4
	ret
# Merging reads the old destination, zeroing does not. The moves are eliminated.
merge_store:
.L5:
	.irp	i, 4, 5, 6, 7, 8, 9, 10, 11
	vmovapd	%ymm3, %ymm\i
	vaddpd	%ymm0, %ymm1, %ymm\i {%k1}
	.endr
	stores	4
	jne	.L5
	ret
zero_store:
.L6:
	.irp	i, 4, 5, 6, 7, 8, 9, 10, 11
	vaddpd	%ymm0, %ymm1, %ymm\i {%k1} {z}
	.endr
	stores	4
	jne	.L6
	ret
# The addition's result comes just in time.
add_fma_store:
.L7:
	.irp	i, 4, 5, 6, 7
	vaddpd	%ymm0, %ymm1, %ymm\i
	vfmadd231pd	%ymm0, %ymm1, %ymm\i
	.endr
	stores	4
	jne	.L7
	ret

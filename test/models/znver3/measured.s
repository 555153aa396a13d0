# What was measured on Zen 3 and is not as on Zen 4 or in publications: minima take one
# cycle and the pipes of additions, averages and selections the pipes of
# multiplications; general registers are renamed through memory by any address; vectors
# take 9 cycles from store to load, and bytes 6; a subtraction that is fused with its
# branch takes one of two units. Measured: 4.00, 4.00, 4.00, 4.00, 3.00, 12.00, 7.00,
# 3.50 and 9.26 cycles.
# RUN: kernel-opt --cpu=znver3 --quiet %s | FileCheck %s
# CHECK: minima ({{.*}}): 4.00 cy/it, limited by latency
# CHECK: min_add ({{.*}}): 4.00 cy/it, limited by ports fp2 fp3
# CHECK: avg_mul ({{.*}}): 4.00 cy/it, limited by ports fp0 fp1
# CHECK: select_mul ({{.*}}): 4.00 cy/it, limited by ports fp0 fp1
# CHECK: renamed ({{.*}}): 3.00 cy/it, limited by latency
# CHECK: vectors ({{.*}}): 12.00 cy/it, limited by latency
# CHECK: bytes ({{.*}}): 7.00 cy/it, limited by latency
# CHECK: fused ({{.*}}): 3.50 cy/it
# CHECK: gather ({{.*}}): 9.00 cy/it, limited by unit ucode
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
minima:
.L0:
	vmaxsd	%xmm1, %xmm0, %xmm0
	vminsd	%xmm1, %xmm0, %xmm0
	vmaxsd	%xmm1, %xmm0, %xmm0
	vminsd	%xmm1, %xmm0, %xmm0
	decq	%rcx
	jne	.L0
	ret
min_add:
.L1:
	four	vminps
	beside	vaddps
	jne	.L1
	ret
avg_mul:
.L2:
	four	vpavgb
	beside	vmulps
	jne	.L2
	ret
select_mul:
.L3:
	.irp	i, 0, 1, 2, 3
	vpblendvb	%ymm10, %ymm11, %ymm12, %ymm\i
	.endr
	beside	vmulps
	jne	.L3
	ret
renamed:
.L4:
	movq	%rax, (%rdi,%rsi,8)
	movq	(%rdi,%rsi,8), %rax
	imulq	%rdx, %rax
	decq	%rcx
	jne	.L4
	ret
vectors:
.L5:
	vaddsd	(%rdi), %xmm1, %xmm0
	vmovsd	%xmm0, (%rdi)
	decq	%rcx
	jne	.L5
	ret
bytes:
.L6:
	movzbl	(%rdi), %eax
	incl	%eax
	movb	%al, (%rdi)
	decq	%rcx
	jne	.L6
	ret
fused:
.L7:
	.irp	r, rax, rbx, rdx, rdi, rsi, rbp
	subq	$1, %\r
	jo	.Lend
	.endr
	decq	%rcx
	jne	.L7
.Lend:
	ret
gather:
.L8:
	vpcmpeqd	%ymm3, %ymm3, %ymm3
	vgatherdps	%ymm3, (%rdi,%ymm4,4), %ymm0
	decq	%rcx
	jne	.L8
	ret

# A register that is zeroed, or set to all ones, by an operation on itself does
# not wait for its old value: of the chain of three vpaddd (1 cycle each) behind
# it, nothing is carried, and LCD is 1.00, the counter (on Sapphire Rapids 0, as
# the counter is renamed). With a false dependence
# it would be 3.00 and more. CP is 3, and 4 behind a vpcmpeqd, which executes.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s
# LLVM's model of this core knows no such idiom.
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=csv %s | FileCheck %s --check-prefix=SPR

.text
f:
# Five issue slots, 5/4 = 1.25.
# CHECK: f,.L0,{{[0-9]+}},6,skylake-avx512,1.25,1.00,3.00,1.25,issue
# SPR: f,.L0,{{[0-9]+}},6,sapphirerapids,{{[^,]*}},0.00,3.00,
.L0:
	vpxor %ymm1, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	decq %rax
	jne .L0

# vpcmpeqd and three vpaddd on p0, p1 and p5: 4/3 = 1.33.
# CHECK: f,.L1,{{[0-9]+}},6,skylake-avx512,1.33,1.00,4.00,1.33,ports
# SPR: f,.L1,{{[0-9]+}},6,sapphirerapids,{{[^,]*}},0.00,4.00,
.L1:
	vpcmpeqd %ymm1, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	decq %rax
	jne .L1

# The four widths of vpsub.
# CHECK: f,.L2,{{[0-9]+}},6,skylake-avx512,1.25,1.00,3.00,1.25,issue
# SPR: f,.L2,{{[0-9]+}},6,sapphirerapids,{{[^,]*}},0.00,3.00,
.L2:
	vpsubb %ymm1, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	decq %rax
	jne .L2
# CHECK: f,.L3,{{[0-9]+}},6,skylake-avx512,1.25,1.00,3.00,1.25,issue
# SPR: f,.L3,{{[0-9]+}},6,sapphirerapids,{{[^,]*}},0.00,3.00,
.L3:
	vpsubw %xmm1, %xmm1, %xmm1
	vpaddd %xmm2, %xmm1, %xmm1
	vpaddd %xmm2, %xmm1, %xmm1
	vpaddd %xmm2, %xmm1, %xmm1
	decq %rax
	jne .L3
# CHECK: f,.L4,{{[0-9]+}},6,skylake-avx512,1.25,1.00,3.00,1.25,issue
# SPR: f,.L4,{{[0-9]+}},6,sapphirerapids,{{[^,]*}},0.00,3.00,
.L4:
	vpsubd %ymm1, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	decq %rax
	jne .L4
# CHECK: f,.L5,{{[0-9]+}},6,skylake-avx512,1.25,1.00,3.00,1.25,issue
# SPR: f,.L5,{{[0-9]+}},6,sapphirerapids,{{[^,]*}},0.00,3.00,
.L5:
	psubq %xmm1, %xmm1
	paddd %xmm2, %xmm1
	paddd %xmm2, %xmm1
	paddd %xmm2, %xmm1
	decq %rax
	jne .L5

# 512 bits: three vpaddd on p0 and p5, 3/2 = 1.50.
# CHECK: f,.L6,{{[0-9]+}},6,skylake-avx512,1.50,1.00,3.00,1.50,ports
# SPR: f,.L6,{{[0-9]+}},6,sapphirerapids,{{[^,]*}},0.00,3.00,
.L6:
	vpxord %zmm1, %zmm1, %zmm1
	vpaddd %zmm2, %zmm1, %zmm1
	vpaddd %zmm2, %zmm1, %zmm1
	vpaddd %zmm2, %zmm1, %zmm1
	decq %rax
	jne .L6

# Two registers: no idiom. 1 + 3 = 4.
# CHECK: f,.L7,{{[0-9]+}},6,skylake-avx512,1.33,4.00,4.00,4.00,latency
# SPR: f,.L7,{{[0-9]+}},6,sapphirerapids,{{[^,]*}},4.00,4.00,
.L7:
	vpxor %ymm3, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	vpaddd %ymm2, %ymm1, %ymm1
	decq %rax
	jne .L7

# The chain of two imul starts anew: nothing carried but the counter, CP 6, and
# p1 takes both: 2.00. LLVM's tables alone say 6 cycles and more.
# CHECK: f,.L8,{{[0-9]+}},5,skylake-avx512,2.00,1.00,6.00,2.00,ports
# SPR: f,.L8,{{[0-9]+}},5,sapphirerapids,2.00,0.00,6.00,2.00,ports
.L8:
	xorl %eax, %eax
	imulq %rcx, %rax
	imulq %rcx, %rax
	decq %rsi
	jne .L8
	ret

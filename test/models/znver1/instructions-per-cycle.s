# Seven integer and seven vector instructions of one macro-op each, and a fused
# pair: 15 instructions / 5 are 3.00 cycles, where 15 macro-ops / 6 are 2.50.
# RUN: kernel-opt --bounds-only --cpu=znver1 %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=znver2 %s | FileCheck %s --check-prefix=ZEN3
# RUN: kernel-opt --cpu=znver1 --simulate --format=csv %s | FileCheck %s --check-prefix=SIM
# RUN: kernel-opt --bounds-only --cpu=znver3 %s | FileCheck %s --check-prefix=ZEN3
# CHECK: 3.00 cy/it, limited by 5 instructions/cy
# CHECK: issue      3.00  15 instructions / 5{{$}}
# SIM: ,3.00,issue,yes,,3.00,3.00,,{{.*}},exact
# ZEN3: issue      2.50  15 issue slots / 6{{$}}
.L0:
	movl $1, %eax
	movl $2, %ebx
	movl $3, %ecx
	movl $4, %edx
	movl $5, %r8d
	movl $6, %r9d
	movl $7, %r10d
	vpaddd %xmm0, %xmm1, %xmm2
	vpaddd %xmm0, %xmm1, %xmm3
	vpaddd %xmm0, %xmm1, %xmm4
	vpaddd %xmm0, %xmm1, %xmm5
	vandps %xmm0, %xmm1, %xmm6
	vandps %xmm0, %xmm1, %xmm7
	vandps %xmm0, %xmm1, %xmm8
	cmpq %rsi, %rdi
	jne .L0

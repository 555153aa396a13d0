# Statements as people write them: a label and an instruction, or several
# instructions, on one line, upper case, block comments, prefixes, macros and
# repetitions, constant expressions.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s 2>&1 | FileCheck %s --implicit-check-not=warning
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --loop=.L2 %s 2>&1 | FileCheck %s --check-prefix=TEXT

.text
f:	movq $100, %rax; xorl %edx, %edx
# imul 3 + add 1 + imul 3.
# CHECK: f,.L0,{{[0-9]+}},5,skylake-avx512,2.00,7.00,7.00,7.00,latency
.L0:	IMULQ %RCX, %RDX ; ADDQ %RCX, %RDX; imulq %Rcx, %rdx
	decq %rax; jne .L0

# 512 bits with rounding 4; vpdpbusd 5.
# CHECK: f,.L1,{{[0-9]+}},4,skylake-avx512,{{[^,]*}},5.00,5.00,5.00,latency
.L1: /* a comment
	over lines */ {vex} vpdpbusd %xmm1, %xmm2, %xmm3 /* and */
	vaddpd {rn-sae}, %zmm1, %zmm2, %zmm2 /* one more */
	decq %rax
	jne .L1

# The macro's imul 3, and the three repeated add, 1 each: 6. The address is
# 20(%rax).
.macro step register
	imulq %rcx, \register
.endm
# CHECK: f,.L2,{{[0-9]+}},7,skylake-avx512,1.50,6.00,6.00,6.00,latency
.L2:
	step %rdx
	.rept 3
	addq %rcx, %rdx
	.endr
	movq 8*2+4(%rax), %rsi
	decq %rax
	jne .L2
# TEXT: f ({{.*}}label .L2): 6.00 cy/it
# TEXT: imulq %rcx, %rdx{{$}}
# TEXT-COUNT-3: addq %rcx, %rdx{{$}}
# TEXT: movq 8*2+4(%rax), %rsi{{$}}

# Prefixes belong to their instruction.
# CHECK: f,.L3,{{[0-9]+}},3,skylake-avx512,
.L3:
	lock addq $1, (%rsi)
	decq %rax
	jne .L3
# CHECK: f,.L4,{{[0-9]+}},3,skylake-avx512,
.L4:
	rep stosq
	decq %rax
	jne .L4
	ret

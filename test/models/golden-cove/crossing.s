# A short loop takes two cycles if the jump back, or what is fused to it, lies
# across a boundary of 64 bytes: measured 2.0, and 1.0 elsewhere.
# RUN: clang -c %s -o %t.o --target=x86_64-linux-gnu
# RUN: kernel-opt --cpu=emeraldrapids %t.o | FileCheck %s
# RUN: kernel-opt --cpu=lunarlake %t.o | FileCheck --check-prefix=OTHER %s

# `dec` begins 2 bytes before the boundary.
# CHECK: label 0x38): 2.00 cy/it, limited by the front end
# CHECK-NEXT: next: aligning the loop (-falign-loops=32) would give 1.00 cy/it
# CHECK: code {{ *}}2.00  3 micro-ops from the loop buffer, 8 a cycle, and each trip begins a new one; two cycles for a trip this short whose end lies across a line of 64 bytes
# CHECK-NEXT: 0x3e: decq %rdi  lies across a boundary of 64 bytes
# OTHER: label 0x38): 1.00 cy/it
	.type across, @function
	.p2align 6
	.skip 56, 0x90
across:
	movq (%rsi), %rax
	movq (%rdx), %rcx
	decq %rdi
	jne across

# The boundary is between the two.
# CHECK: label 0xb7): 1.00 cy/it
	.type between, @function
	.p2align 6
	.skip 55, 0x90
between:
	movq (%rsi), %rax
	movq (%rdx), %rcx
	decq %rdi
	jne between

# Of eight micro-ops it is the same, and elsewhere they take 1.33.
# CHECK: label 0x133): 2.00 cy/it
	.type longer, @function
	.p2align 6
	.skip 51, 0x90
longer:
	movq (%rsi), %rax
	movq (%rdx), %rcx
	nop
	nop
	nop
	nop
	nop
	decq %rdi
	jne longer

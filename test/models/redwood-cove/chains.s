# Granite Rapids beside Sapphire Rapids, in chains that were measured on the
# former: multiplications take 3 cycles, and memory is renamed by base register.
# RUN: kernel-opt --bounds-only --cpu=graniterapids -q %s | FileCheck %s --check-prefixes=CHECK,RWC
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids -q %s | FileCheck %s --check-prefixes=CHECK,GLC
# RUN: kernel-opt --cpu=meteorlake %s | FileCheck %s --check-prefix=MODEL
# MODEL: model: models/redwood-cove.yaml over models/golden-cove.yaml
# RWC: label multiply): 6.00 cy/it
# GLC: label multiply): 8.00 cy/it
	.type multiply, @function
multiply:
	vmulsd %xmm0, %xmm0, %xmm0
	vmulsd %xmm0, %xmm0, %xmm0
	decq %rdi
	jne multiply
# CHECK: label base): 1.00 cy/it
	.type base, @function
base:
	movq (%rsi), %rax
	xorq %rcx, %rax
	movq %rax, (%rsi)
	decq %rdi
	jne base
# The low half is renamed, 16 bits are not.
# CHECK: label low): 1.00 cy/it
	.type low, @function
low:
	movl (%rsi), %eax
	xorq %rcx, %rax
	movq %rax, (%rsi)
	decq %rdi
	jne low
# RWC: label word): 7.00 cy/it
# GLC: label word): 6.00 cy/it
	.type word, @function
word:
	movzwl (%rsi), %eax
	xorl %ecx, %eax
	movw %ax, (%rsi)
	decq %rdi
	jne word
# A sign that is extended is not renamed either.
# RWC: label sign): 7.00 cy/it
# GLC: label sign): 7.00 cy/it
	.type sign, @function
sign:
	movslq (%rsi), %rax
	xorl %ecx, %eax
	movl %eax, (%rsi)
	decq %rdi
	jne sign
# Two loads a cycle, on Golden Cove three and slots, and no wait for the register
# that is merged into.
# RWC: label gathers): 4.00 cy/it, limited by ports p2 p3
# GLC: label gathers): 3.17 cy/it, limited by issue width 6
	.type gathers, @function
gathers:
	kxnorb %k1, %k1, %k2
	vgatherdps (%rsi,%ymm1,4), %ymm7{%k2}
	decq %rdi
	jne gathers
# Neither renames behind the program counter: measured 7.3 and 7.0.
# RWC: label counter): 6.00 cy/it
# GLC: label counter): 7.00 cy/it
	.type counter, @function
counter:
	movq somewhere(%rip), %rax
	xorq %rcx, %rax
	movq %rax, somewhere(%rip)
	decq %rdi
	jne counter
# CHECK: label vector): 9.00 cy/it
	.type vector, @function
vector:
	vmovupd (%rsi), %ymm0
	vaddpd %ymm1, %ymm0, %ymm0
	vmovupd %ymm0, (%rsi)
	decq %rdi
	jne vector

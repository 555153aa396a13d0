# Latencies of Zen 5 as measured in chains.
# RUN: kernel-opt --bounds-only -q --cpu=znver5 %s | FileCheck %s
# An addition takes 3 cycles, and 2 behind another one: measured 12.0, 14.0.
# CHECK: label add): 12.00 cy/it
	.type add, @function
add:
	vmovsd (%rsi), %xmm0
	vaddsd %xmm1, %xmm0, %xmm0
	vmovsd %xmm0, (%rsi)
	decq %rdi
	jne add
# CHECK: label add_twice): 14.00 cy/it
	.type add_twice, @function
add_twice:
	vmovsd (%rsi), %xmm0
	vaddsd %xmm1, %xmm0, %xmm0
	vaddsd %xmm1, %xmm0, %xmm0
	vmovsd %xmm0, (%rsi)
	decq %rdi
	jne add_twice
# Behind a multiplication it takes 3: measured 15.0.
# CHECK: label multiply_add): 15.00 cy/it
	.type multiply_add, @function
multiply_add:
	vmulsd (%rsi), %xmm1, %xmm0
	vaddsd %xmm1, %xmm0, %xmm0
	vmovsd %xmm0, (%rsi)
	decq %rdi
	jne multiply_add
# CHECK: label sum): 2.00 cy/it
	.type sum, @function
sum:
	vaddsd %xmm1, %xmm0, %xmm0
	decq %rdi
	jne sum
# A conditional move on two flags waits a cycle longer for them, and none longer
# for its data: measured 3.0, 2.0 and 2.0.
# CHECK: label less): 3.00 cy/it
	.type less, @function
less:
	cmpl %ecx, %edx
	cmovll %ecx, %edx
	decq %rdi
	jne less
# CHECK: label below): 2.00 cy/it
	.type below, @function
below:
	cmpl %ecx, %edx
	cmovbl %ecx, %edx
	decq %rdi
	jne below
# CHECK: label less_data): 2.00 cy/it
	.type less_data, @function
less_data:
	cmovll %ecx, %edx
	cmovll %edx, %ecx
	leaq -1(%rdi), %rdi
	jrcxz .Lend
	jmp less_data
.Lend:

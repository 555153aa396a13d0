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
	ret

# Loads take 4 cycles, and 5 with a scaled index, or with a base, an index and a
# displacement: measured 3.98, 4.96, 4.98 and 4.96.
# CHECK: label base_and_index): 4.00 cy/it
	.type base_and_index, @function
base_and_index:
	movq (%r10,%rax), %rax
	decq %rcx
	jne base_and_index

# CHECK: label all_three): 5.00 cy/it
	.type all_three, @function
all_three:
	movq 496(%rdi,%rax), %rax
	decq %rcx
	jne all_three

# CHECK: label scaled): 5.00 cy/it
	.type scaled, @function
scaled:
	movq (%r10,%rax,2), %rax
	decq %rcx
	jne scaled

# CHECK: label byte): 5.00 cy/it
	.type byte, @function
byte:
	movzbl 496(%rdi,%rax), %eax
	decq %rcx
	jne byte

# To a vector register and back: measured 6.94, 8.9 and 12.9.
# CHECK: label there_and_back): 7.00 cy/it
	.type there_and_back, @function
there_and_back:
	vmovd %eax, %xmm0
	vmovd %xmm0, %eax
	decq %rcx
	jne there_and_back

# CHECK: label element): 9.00 cy/it
	.type element, @function
element:
	vmovd %eax, %xmm0
	vpextrd $1, %xmm0, %eax
	decq %rcx
	jne element

# CHECK: label conversion): 13.00 cy/it
	.type conversion, @function
conversion:
	vcvtsi2sd %eax, %xmm1, %xmm0
	vcvttsd2si %xmm0, %eax
	decq %rcx
	jne conversion

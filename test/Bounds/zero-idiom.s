# xor of a register with itself cuts the chain of the multiplications: without
# it 3 cycles are carried over, with it only the counter's 1.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# RUN: sed -e 's/xorq %%rax, %%rax/xorq %%rsi, %%rax/' %s | kernel-opt --bounds-only --model=%toy - | FileCheck %s --check-prefix=CHAIN
# CHECK: LCD        1.00
# CHECK: z xorq %rax, %rax
# CHECK: z does not wait for its operands
# CHAIN: 4.00 cy/it, limited by latency
# CHAIN: LCD        4.00  4 cycles around 2 steps, once per iteration
.L0:
	xorq %rax, %rax
	imulq %rdx, %rax
	decq %rdi
	jne .L0

# Results in flight. Each trip begins a new chain of loads and multiplications, and
# behind it come 110 results that wait for nothing but retirement: as many trips overlap
# as there are registers for.
# RUN: kernel-opt -q --cpu=sapphirerapids %s | FileCheck %s --check-prefix=GLC
# RUN: kernel-opt -q --cpu=icelake-server %s | FileCheck %s --check-prefix=ICL
# RUN: kernel-opt -q --cpu=skylake-avx512 %s | FileCheck %s --check-prefix=SKX
# RUN: kernel-opt -q --cpu=lunarlake %s | FileCheck %s --check-prefix=LNC

# GLC: label vectors): 56.61 cy/it expected, limited by vector registers (295): if 2x as large
# ICL: label vectors): 84.00 cy/it expected, limited by vector registers (197): if 2x as large
# SKX: label vectors): 95.50 cy/it expected, limited by vector registers (136): if 2x as large
# LNC: label vectors): 37.50 cy/it expected, limited by vector registers (374): if 2x as large
	.type vectors, @function
vectors:
	movq %rsi, %rax
	.rept 20
	imulq %rdx, %rax
	movq (%rax), %rax
	.endr
	.rept 110
	vpaddd %ymm14, %ymm15, %ymm1
	.endr
	decq %rcx
	jne vectors

# GLC: label integers): 82.00 cy/it expected, limited by integer registers (248): if 2x as large
# ICL: label integers): 82.50 cy/it expected, limited by integer registers (248): if 2x as large
# SKX: label integers): 110.50 cy/it expected, limited by integer registers (148): if 2x as large
# LNC: label integers): 71.00 cy/it expected, limited by integer registers (258): if 2x as large
	.type integers, @function
integers:
	movq %rsi, %rax
	.rept 20
	imulq %rdx, %rax
	movq (%rax), %rax
	.endr
	.rept 110
	leaq (%rsi,%rdi), %rbx
	.endr
	decq %rcx
	jne integers

# Flags take no register: the reorder buffer is full.
# GLC: label flags): 43.29 cy/it expected, limited by reorder buffer (512): if 2x as large
# ICL: label flags): 58.33 cy/it expected, limited by reorder buffer (352): if 2x as large
# SKX: label flags): 86.00 cy/it expected, limited by reorder buffer (224): if 2x as large
# LNC: label flags): 33.20 cy/it expected, limited by reorder buffer (576): if 2x as large
	.type flags, @function
flags:
	movq %rsi, %rax
	.rept 20
	imulq %rdx, %rax
	movq (%rax), %rax
	.endr
	.rept 110
	cmpq %rsi, %rdi
	.endr
	decq %rcx
	jne flags

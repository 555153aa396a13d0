# Moves between registers are eliminated: of five in a row remain the add, 1,
# and the multiplication, 4 (Sapphire Rapids adds the 1 at rename, too). All take an issue slot: 7/4 and 6/4.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s
# LLVM's models of Intel cores charge 1 for each.
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=csv %s | FileCheck %s --check-prefix=SPR

.text
f:
# CHECK: f,.L0,{{[0-9]+}},8,skylake-avx512,1.75,1.00,1.00,1.75,issue
# SPR: f,.L0,{{[0-9]+}},8,sapphirerapids,{{[^,]*}},0.00,0.00,
.L0:
	movq %rdx, %rcx
	movq %rcx, %rbx
	movq %rbx, %rdi
	addq $1, %rdi
	movl %edi, %r8d
	movq %r8, %rdx
	decq %rsi
	jne .L0

# CHECK: f,.L1,{{[0-9]+}},7,skylake-avx512,1.50,4.00,4.00,4.00,latency
# SPR: f,.L1,{{[0-9]+}},7,sapphirerapids,{{[^,]*}},4.00,4.00,
.L1:
	vmovaps %ymm0, %ymm1
	vmovapd %ymm1, %ymm2
	vmovdqa %ymm2, %ymm3
	vmulpd %ymm8, %ymm3, %ymm4
	vmovaps %ymm4, %ymm0
	decq %rsi
	jne .L1
	ret

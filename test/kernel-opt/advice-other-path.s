# A path that is not analysed forbids advice if the model knows nothing of what is
# on it. A division has an effect that LLVM does not name, a trap, but a result
# and a time as well: the advice stays. A fence has neither.
# RUN: kernel-opt --bounds-only --cpu=znver4 --quiet %s | FileCheck %s
# RUN: sed 's/divq.*/lfence/' %s | kernel-opt --bounds-only --cpu=znver4 --quiet - | FileCheck %s --check-prefix=FENCE
# RUN: sed 's/divq.*/callq f/' %s | kernel-opt --bounds-only --cpu=znver4 --quiet - | FileCheck %s --check-prefix=FENCE
# CHECK: sum ({{.*}}): 3.00 cy/it
# CHECK: next: {{[0-9]+}} independent accumulators
# FENCE: sum ({{.*}}): 3.00 cy/it
# FENCE-NOT: next:
sum:
.L0:
	vaddsd	(%rdi), %xmm0, %xmm0
	testq	%rcx, %rcx
	jne	.L2
.L1:
	addq	$8, %rdi
	cmpq	%rdi, %rsi
	jne	.L0
	retq
.L2:
	divq	%rcx
	jmp	.L1

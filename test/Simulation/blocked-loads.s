# A load that is wider than the store before it waits until the datum is in the
# cache. That takes the retirement of all that stands before the store, and so of the
# load of the trip before. Measured on Zen 3: 18.0, 36.0, 9.05 and 18.95 cycles.
# RUN: kernel-opt --cpu=znver3 %s | FileCheck %s
# RUN: kernel-opt --cpu=znver3 --sensitivity %s | FileCheck %s --check-prefix=FASTER
# RUN: kernel-opt --cpu=znver3 --bounds-only %s | FileCheck %s --check-prefix=BOUND
# CHECK: wide ({{.*}}): 18.00 cy/it expected, limited by loads that no store can forward to, and that wait for each other: if each waited for its datum alone, the loop would be 18.00x as fast (bounds alone: 1.00)
# CHECK: simulated 18.00 exact
# CHECK: two ({{.*}}): 36.00 cy/it expected, limited by loads that no store can forward to
# CHECK: later ({{.*}}): 9.00 cy/it expected, limited by loads that no store can forward to
# CHECK: chain ({{.*}}): 19.00 cy/it, limited by latency
# FASTER: wide ({{.*}}): 18.00 cy/it expected, limited by latency: if 2x as fast
# BOUND: wide ({{.*}}): 1.00 cy/it
	.text
wide:
.L0:
	movl	%eax, (%r14)
	movq	(%r14), %rcx
	decq	%rdi
	jne	.L0
	ret
two:
.L1:
	movl	%eax, (%r14)
	movq	(%r14), %rcx
	movl	%eax, 128(%r14)
	movq	128(%r14), %rdx
	decq	%rdi
	jne	.L1
	ret
# The store of the trip before: two of them retire together.
later:
.L2:
	movl	%eax, (%r14,%rdx)
	movq	-64(%r14,%rdx), %rcx
	addq	$64, %rdx
	cmpq	%rdi, %rdx
	jne	.L2
	ret
chain:
.L3:
	addl	$1, %ecx
	movl	%ecx, (%r14)
	movq	(%r14), %rcx
	decq	%rdi
	jne	.L3
	ret

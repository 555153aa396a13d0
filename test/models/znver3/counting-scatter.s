# A load that often meets the same store before that has left waits for the addresses
# of all stores before it, here for the place that the load of the trip before has
# read. Measured on Zen 3: 8.9 cycles with eight counters, and 2.7 with 256.
# RUN: kernel-opt --cpu=znver3 --quiet %s | FileCheck %s
# RUN: kernel-opt --cpu=znver3 --quiet --format=json %s | FileCheck %s --check-prefix=JSON
# CHECK: eight ({{.*}}): {{[89]}}.{{[0-9]+}} cy/it
# CHECK: many ({{.*}}): {{[23]}}.{{[0-9]+}} cy/it
# JSON: "met": 3
# Loads of Zen 4 do not wait so, and those that have read too early wait for their own
# stores alone. Measured there: 2.1 to 2.6 cycles with any number of counters from 4 on.
# RUN: kernel-opt --cpu=znver4 --quiet %s | FileCheck %s --check-prefix=ZEN4
# RUN: kernel-opt --cpu=znver4 --quiet --format=json %s | FileCheck %s --check-prefix=OWN
# ZEN4: eight ({{.*}}): 2.{{[0-9]+}} cy/it
# ZEN4: many ({{.*}}): 2.{{[0-9]+}} cy/it
# OWN-NOT: "met"
# OWN: "own": 1
	.macro	scatter counters
1:	movl	(%rsi,%rcx,4), %eax
	andl	$\counters-1, %eax
	movl	(%rdi,%rax,4), %edx
	leal	1(%rdx), %r8d
	movl	%r8d, (%rdi,%rax,4)
	movl	%eax, (%r9,%rdx,4)
	incq	%rcx
	cmpq	%r10, %rcx
	jne	1b
	ret
	.endm
	.text
eight:
	scatter	8
many:
	scatter	256

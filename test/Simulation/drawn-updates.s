# An update that makes its address once, with its load, tells it to loads behind it
# as a store does: here the place that is counted follows from what the iteration
# before has read, and a load that has read too early waits for it.
# RUN: kernel-opt -q --cpu=znver5 %s | FileCheck %s
# RUN: kernel-opt -q --cpu=znver4 %s | FileCheck %s --check-prefix=ZEN4
# Measured on Zen 5: 15.4.
# CHECK: label late): {{1[2-5]\.[0-9]+}} cy/it expected, limited by accesses that meet because of the data
# ZEN4: label late): {{(9|1[0-3])\.[0-9]+}} cy/it expected, limited by accesses that meet because of the data
	.type late, @function
late:
	addl $1, %r8d
	andl $31, %r8d
	movzbl 24576(%rdi,%r8), %eax
	addl %eax, %r9d
	andl $31, %r9d
	incb 24576(%rdi,%r9)
	decq %rcx
	jne late

# Another table, of which only updates meet. Measured on Zen 5: 2.2.
# CHECK: label apart): 2.{{[0-3][0-9]}} cy/it
	.type apart, @function
apart:
	addl $1, %r8d
	andl $31, %r8d
	movzbl 24576(%rdi,%r8), %eax
	addl %eax, %r9d
	andl $31, %r9d
	incb 32768(%rdi,%r9)
	decq %rcx
	jne apart

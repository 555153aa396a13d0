# A load that read before a store to the same place knew its address is fetched
# again, and waits for the addresses of stores in its next executions. It costs
# something where these addresses come late: here they follow from what the load of
# the iteration before read.
# RUN: kernel-opt -q --cpu=znver5 %s | FileCheck %s
# RUN: kernel-opt -q --cpu=znver5 --format=json %s | FileCheck %s --check-prefix=JSON
# JSON: "disambiguation": {
# JSON-NEXT: "hold": 64,
# JSON-NEXT: "wait": 4,
# JSON-NEXT: "data": 1,
# JSON-NEXT: "clear": 20

# The sum of what was read, which is a place.
.macro place
	addl $1, %r8d
	andl $31, %r8d
	movzbl 24576(%rdi,%r8), %eax
	addl %eax, %r9d
	andl $31, %r9d
.endm

# A byte is written there.
.macro shuffle to
	place
	movzbl 8192(%rdi,%rcx), %esi
	movb %sil, \to(%rdi,%r9)
	decq %rcx
.endm

# 32 places: measured 11.1; with loads that know what they will meet, 2.5.
# CHECK: label late): {{(9|10|11)\.[0-9]+}} cy/it expected, limited by accesses that meet because of the data
	.type late, @function
late:
	shuffle 24576
	jne late

# Another table: they never meet. Measured 2.0.
# CHECK: label apart): 2.00 cy/it
	.type apart, @function
apart:
	shuffle 32768
	jne apart

# The addresses of the stores are there in time: 32 places, measured 1.5.
# CHECK: label early): {{1\.[0-5][0-9]}} cy/it
	.type early, @function
early:
	movzwl (%rdi,%rcx,2), %eax
	andl $31, %eax
	movl 24576(%rdi,%rax,4), %edx
	addl $1, %edx
	movl %edx, 24576(%rdi,%rax,4)
	decq %rcx
	jne early

# What is stored comes 9 cycles after what was read: the load waits for it, too.
# Measured 15.1.
# CHECK: label datum): {{1[4-6]\.[0-9]+}} cy/it expected, limited by accesses that meet because of the data
	.type datum, @function
datum:
	place
	imull $25, %eax, %esi
	imull $17, %esi, %esi
	imull $9, %esi, %esi
	movb %sil, 24576(%rdi,%r9)
	decq %rcx
	jne datum

# Another store, to another table, whose address comes as late: a load that waits
# does so for all addresses. Measured 19.8.
# CHECK: label others): {{(18|19|20)\.[0-9]+}} cy/it expected, limited by accesses that meet because of the data
	.type others, @function
others:
	place
	imull $25, %eax, %r10d
	imull $17, %r10d, %r10d
	imull $9, %r10d, %r10d
	movzbl %r10b, %r10d
	movzbl 8192(%rdi,%rcx), %esi
	movb %sil, 40000(%rdi,%r10)
	movb %sil, 24576(%rdi,%r9)
	decq %rcx
	jne others

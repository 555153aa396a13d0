# Zen 3 writes words of four bytes: a store into a part of one keeps the next such store
# out of it for 5 cycles, if one to another line stands between. Measured: 4.25, 5.00,
# 2.00, 5.00, 2.00 and 8.50 cycles.
# RUN: kernel-opt --cpu=znver3 --quiet %s | FileCheck %s
# RUN: kernel-opt --cpu=znver3 --bounds-only --quiet %s | FileCheck %s --check-prefix=BOUND
# RUN: kernel-opt --cpu=znver4 --quiet %s | FileCheck %s --check-prefix=OTHER
# RUN: kernel-opt --cpu=znver3 --format=json --function=moves %s | FileCheck %s --check-prefix=JSON
# CHECK: moves ({{.*}}): 4.25 cy/it expected, limited by stores that write parts of a word of four bytes (bounds alone: 1.00)
# CHECK: stays ({{.*}}): 5.00 cy/it expected, limited by stores that write parts of a word
# CHECK: words ({{.*}}): 2.00 cy/it, limited by stores to different lines
# CHECK: several ({{.*}}): 5.00 cy/it expected, limited by stores that write parts of a word
# CHECK: one_line ({{.*}}): 2.00 cy/it
# CHECK: unrolled ({{.*}}): 8.50 cy/it expected, limited by stores that write parts of a word
# BOUND: moves ({{.*}}): 1.00 cy/it
# OTHER-NOT: parts of a word
# JSON:      "waits_for_words": {
# JSON-NEXT: "cycles": 2.25
moves:
.L0:
	movq	%rax, -256(%rdi)
	movb	%al, (%rdi,%rcx)
	incq	%rcx
	cmpq	%r8, %rcx
	jne	.L0
	ret
stays:
.L1:
	movq	%rax, -256(%rdi)
	movb	%al, (%rdi)
	decq	%r8
	jne	.L1
	ret
words:
.L2:
	movq	%rax, -256(%rdi)
	movl	%eax, (%rdi)
	decq	%r8
	jne	.L2
	ret
several:
.L3:
	movb	%al, -256(%rdi)
	movb	%al, (%rdi)
	decq	%r8
	jne	.L3
	ret
one_line:
.L4:
	movb	%al, (%rdi)
	movb	%al, 1(%rdi)
	movb	%al, 2(%rdi)
	movb	%al, 9(%rdi)
	decq	%r8
	jne	.L4
	ret
unrolled:
.L5:
	movq	%rax, -256(%rdi)
	movb	%al, (%rdi,%rcx)
	movq	%rax, -248(%rdi)
	movb	%al, 1(%rdi,%rcx)
	addq	$2, %rcx
	cmpq	%r8, %rcx
	jne	.L5
	ret

# The core takes two stores a cycle only if they go to one line of the cache.
# Four stores, 64 bytes apart: four cycles, where the ports of stores allow two.
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=znver4 --quiet %s | FileCheck %s --check-prefix=ZEN
# RUN: kernel-opt --bounds-only --cpu=cascadelake %s | FileCheck %s --check-prefix=OTHER
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=json %s | FileCheck %s --check-prefix=JSON
# RUN: kernel-opt --cpu=sapphirerapids --simulate --quiet %s | FileCheck %s --check-prefix=SIM
# CHECK:      apart ({{.*}}): 4.00 cy/it, limited by stores to different lines
# CHECK:      ports 2.00
# CHECK:      stores 4.00 4 stores in program order, 2 a cycle into one line of the cache, 4 changes of line
# CHECK-NEXT: line [[#@LINE+16]]: movq %rax, (%rdi) the next store goes to another line
# CHECK-NEXT: line [[#@LINE+16]]: movq %rax, 64(%rdi) the next
# CHECK:      same ({{.*}}): 2.00 cy/it, balanced: ports p7 p8 and ports p4 p9{{$}}
# CHECK-NOT:  stores 2.00
# ZEN:        apart ({{.*}}): 4.00 cy/it, limited by stores to different lines
# OTHER:      apart ({{.*}}): 4.00 cy/it, limited by port p4 (stores)
# OTHER-NOT:  another line
# JSON:       "stores": {
# JSON-NEXT:  "cycles": 4.0,
# JSON-NEXT:  "exact": "4",
# JSON-NEXT:  "stores": 4,
# JSON-NEXT:  "line_changes": 4,
# SIM:        apart ({{.*}}): 4.00 cy/it
# SIM:        pointers ({{.*}}): 4.00 cy/it
apart:
.L0:
	movq	%rax, (%rdi)
	movq	%rax, 64(%rdi)
	movq	%rax, 128(%rdi)
	movq	%rax, 192(%rdi)
	subq	$1, %rcx
	jne	.L0
	ret
same:
.L1:
	movq	%rax, (%rdi)
	movq	%rax, 8(%rdi)
	movq	%rax, 16(%rdi)
	movq	%rax, 24(%rdi)
	subq	$1, %rcx
	jne	.L1
	ret
# Four pointers: proved is that they might share a line, expected that they do not.
pointers:
.L2:
	movq	%rax, (%rdi,%rcx)
	movq	%rax, (%rsi,%rcx)
	movq	%rax, (%rdx,%rcx)
	movq	%rax, (%r8,%rcx)
	addq	$8, %rcx
	jne	.L2
	ret
# Loaded data decide where the two counters are: expected is that they share no line.
# HIST-ZEN: histograms,{{.*}},2.00,stores,yes,,1.50,
# RUN: kernel-opt --cpu=znver4 --format=csv -q %s | FileCheck %s --check-prefix=HIST-ZEN
histograms:
.L9:
	movslq	(%rdi,%rcx), %rax
	incl	(%r8,%rax,4)
	movslq	(%rsi,%rcx), %rax
	incl	(%r8,%rax,4)
	addq	$4, %rcx
	jne	.L9
	ret

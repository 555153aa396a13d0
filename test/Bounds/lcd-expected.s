# What a loop does through memory if pointers of different origin do not
# overlap: expected, beside what is proved and what is the worst case.
# RUN: kernel-opt --bounds-only --cpu=cascadelake -q %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=cascadelake --loop=.Lfilter %s | FileCheck %s --check-prefix=FULL
# RUN: kernel-opt deps --cpu=cascadelake --format=csv %s | FileCheck %s --check-prefix=DEPS
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=csv %s | FileCheck %s --check-prefix=CSV

# A first-order filter in place also logs to another array.
# CHECK: label .Lfilter: 13.00 cy/it expected, limited by latency
# CHECK-NEXT: {{^}}  at least: 2.00 cy/it, if line [[#@LINE+11]] overwrites what line [[#@LINE+7]] loads, or the pointer to it{{$}}
# FULL: LCD 13.00
# FULL: memory 1 load from a store of the loop
# FULL-NEXT: 8 bytes, 5 cycles; expected unless line {{[0-9]+}} overwrites it, or the pointer to it{{$}}
# DEPS: .Lfilter,{{[0-9]+}},{{[0-9]+}},1,RAW,expected,
# CSV: .Lfilter,{{.*}},2.00,13.00,{{[0-9.]+}},13.00,latency,yes,,2.00,13.00
.Lfilter:
	vmovsd -8(%rdi,%rcx,8), %xmm0
	vmulsd %xmm1, %xmm0, %xmm0
	vaddsd (%rsi,%rcx,8), %xmm0, %xmm0
	vmovsd %xmm0, (%rdi,%rcx,8)
	vmovsd %xmm0, (%rdx,%rcx,8)
	incq %rcx
	cmpq %rcx, %rax
	jne .Lfilter

# The arrays behind two pointers that a structure holds, and a counter in it
# that a byte store may overwrite.
# CHECK: label .Lmember: 9.00 cy/it expected, limited by latency
# CHECK-NEXT: {{^}}  at least: {{.*}} if line {{[0-9]+}} overwrites what line [[#@LINE+6]] loads, or the pointer to it
# DEPS: .Lmember,{{[0-9]+}},{{[0-9]+}},1,RAW,expected,
# DEPS: .Lmember,[[#@LINE+8]],[[#@LINE+8]],1,RAW,expected,
.Lmember:
	movq 8(%rdi), %rdx
	movq 16(%rdi), %rax
	vmulsd (%rdx,%rcx,8), %xmm1, %xmm0
	vmovsd %xmm0, 8(%rdx,%rcx,8)
	vmovsd %xmm0, 8(%rax,%rcx,8)
	movb $1, (%r10)
	incl 24(%rdi)
	incq %rcx
	cmpq %rcx, %r9
	jne .Lmember

# Two arrays that may be one: the worst case has one distance for both loads.
# CHECK: label .Ltwo: 1.75 cy/it, limited
# CHECK-NEXT: {{^}}  at most: 13.00 cy/it, if line [[#@LINE+6]] stores what line [[#@LINE+3]] loads one iteration later{{$}}
# CSV: .Ltwo,{{.*}},13.00
.Ltwo:
	vmovsd 8(%rsi,%rcx,8), %xmm0
	vmulsd %xmm1, %xmm0, %xmm0
	vaddsd (%rsi,%rcx,8), %xmm0, %xmm0
	vmovsd %xmm0, (%rdi,%rcx,8)
	incq %rcx
	cmpq %rcx, %rax
	jne .Ltwo

# Without another store the dependence is proved.
# CHECK: label .Lproved: 13.00 cy/it, limited by latency
# CHECK-NOT: at least
# CSV: .Lproved,{{.*}},13.00,latency,yes,,13.00,13.00
.Lproved:
	vmovsd (%rdi), %xmm0
	vmulsd %xmm1, %xmm0, %xmm0
	vaddsd (%rsi,%rcx,8), %xmm0, %xmm0
	vmovsd %xmm0, (%rdi)
	incq %rcx
	cmpq %rcx, %rax
	jne .Lproved

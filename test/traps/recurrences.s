# a[i] = a[i-1]*b + c and its like in the forms that compilers give it. On
# cascadelake mul and add take 4 cycles each, a vector through memory 5, a general
# register 4; on znver1 4 and 3, 8, and 7.
# RUN: kernel-opt --bounds-only --cpu=cascadelake -q %s | FileCheck %s --check-prefix=SKX
# RUN: kernel-opt deps --cpu=znver1 --format=csv %s | FileCheck %s --check-prefix=MAY
# RUN: kernel-opt --bounds-only --cpu=znver1 -q %s | FileCheck %s --check-prefix=ZEN
f:
# The value stays in a register: 4+4; 4+3.
# SKX: label .Lkept): 8.00 cy/it, limited by latency
# ZEN: label .Lkept): 7.00 cy/it, limited by latency
.Lkept:
	vmulsd %xmm1, %xmm0, %xmm0
	vaddsd %xmm2, %xmm0, %xmm0
	vmovsd %xmm0, (%rdi)
	addq $8, %rdi
	cmpq %rdi, %rax
	jne .Lkept
# It is loaded again: 5+4+4; 8+4+3.
# SKX: label .Lreloaded): 13.00 cy/it, limited by latency
# ZEN: label .Lreloaded): 15.00 cy/it, limited by latency
.Lreloaded:
	vmulsd -8(%rdi), %xmm1, %xmm0
	vaddsd %xmm2, %xmm0, %xmm0
	vmovsd %xmm0, (%rdi)
	addq $8, %rdi
	cmpq %rdi, %rax
	jne .Lreloaded
# volatile, a counter in a 32-bit register: the same.
# SKX: label .Lvolatile): 13.00 cy/it, limited by latency
# ZEN: label .Lvolatile): 15.00 cy/it, limited by latency
.Lvolatile:
	leal -1(%rax), %edx
	movslq %edx, %rdx
	vmovsd (%rdi,%rdx,8), %xmm0
	vmulsd %xmm1, %xmm0, %xmm0
	vaddsd %xmm2, %xmm0, %xmm0
	movslq %eax, %rcx
	vmovsd %xmm0, (%rdi,%rcx,8)
	addl $1, %eax
	cmpl %eax, %esi
	jne .Lvolatile
# Unrolled by two, both reloaded: twice as much.
# SKX: label .Lunrolled): 26.00 cy/it, limited by latency
# ZEN: label .Lunrolled): 30.00 cy/it, limited by latency
.Lunrolled:
	vmulsd -8(%rdi), %xmm1, %xmm0
	vaddsd %xmm2, %xmm0, %xmm0
	vmovsd %xmm0, (%rdi)
	vmulsd (%rdi), %xmm1, %xmm0
	vaddsd %xmm2, %xmm0, %xmm0
	vmovsd %xmm0, 8(%rdi)
	addq $16, %rdi
	cmpq %rdi, %rax
	jne .Lunrolled
# Distance 2: 13/2, 15/2.
# SKX: label .Ltwo): 6.50 cy/it, limited by latency
# ZEN: label .Ltwo): 7.50 cy/it, limited by latency
.Ltwo:
	vmulsd -16(%rdi), %xmm1, %xmm0
	vaddsd %xmm2, %xmm0, %xmm0
	vmovsd %xmm0, (%rdi)
	addq $8, %rdi
	cmpq %rdi, %rax
	jne .Ltwo
# Distance 3: 13/3, 15/3.
# SKX: label .Lthree): 4.33 cy/it, limited by latency
# ZEN: label .Lthree): 5.00 cy/it, limited by latency
.Lthree:
	vmulsd -24(%rdi), %xmm1, %xmm0
	vaddsd %xmm2, %xmm0, %xmm0
	vmovsd %xmm0, (%rdi)
	addq $8, %rdi
	cmpq %rdi, %rax
	jne .Lthree
# Distance 7: 13/7, 15/7.
# SKX: label .Lseven): 1.86 cy/it, limited by latency
# ZEN: label .Lseven): 2.14 cy/it, limited by latency
.Lseven:
	vmulsd -56(%rdi), %xmm1, %xmm0
	vaddsd %xmm2, %xmm0, %xmm0
	vmovsd %xmm0, (%rdi)
	addq $8, %rdi
	cmpq %rdi, %rax
	jne .Lseven
# Distance 20: 13/20 and 15/20 are less than what the rest takes: five micro-ops, four
# a cycle; one store a cycle.
# SKX: label .Ltwenty): 1.25 cy/it, limited by issue width
# ZEN: label .Ltwenty): 1.00 cy/it, balanced: port
.Ltwenty:
	vmulsd -160(%rdi), %xmm1, %xmm0
	vaddsd %xmm2, %xmm0, %xmm0
	vmovsd %xmm0, (%rdi)
	addq $8, %rdi
	cmpq %rdi, %rax
	jne .Ltwenty
# Fibonacci table: f[i] = f[i-1] + f[i-2]; an addition of one cycle and 4; 7.
# SKX: label .Lfibonacci): 5.00 cy/it, limited by latency
# ZEN: label .Lfibonacci): 8.00 cy/it, limited by latency
.Lfibonacci:
	movq -16(%rdi), %rcx
	addq -8(%rdi), %rcx
	movq %rcx, (%rdi)
	addq $8, %rdi
	cmpq %rdi, %rax
	jne .Lfibonacci
# Gauss-Seidel in place, rows of 800 bytes: the left neighbour is the newest, and
# comes last but for the multiplication: 5+4+4; 8+3+4.
# SKX: label .Lseidel): 13.00 cy/it, limited by latency
# ZEN: label .Lseidel): 15.00 cy/it, limited by latency
.Lseidel:
	vmovsd -800(%rdi), %xmm0
	vaddsd 800(%rdi), %xmm0, %xmm0
	vaddsd 8(%rdi), %xmm0, %xmm0
	vaddsd -8(%rdi), %xmm0, %xmm0
	vmulsd %xmm1, %xmm0, %xmm0
	vmovsd %xmm0, (%rdi)
	addq $8, %rdi
	cmpq %rdi, %rax
	jne .Lseidel
# A histogram: the same key again perhaps; the bound leaves it out.
# SKX: label .Lhistogram): 1.50 cy/it, balanced: ports
# ZEN: label .Lhistogram): 1.00 cy/it, balanced: ports
# MAY: .Lhistogram,{{[0-9]+}},{{[0-9]+}},1,RAW,may,
.Lhistogram:
	movslq (%rdi), %rcx
	incl (%rsi,%rcx,4)
	addq $4, %rdi
	cmpq %rdi, %rax
	jne .Lhistogram
# A counter in memory: 4+1; 7+1.
# SKX: label .Lcounter): 5.00 cy/it, limited by latency
# ZEN: label .Lcounter): 8.00 cy/it, limited by latency
.Lcounter:
	addq %rcx, (%rsi)
	addq $4, %rdi
	cmpq %rdi, %rax
	jne .Lcounter
# An accumulator in a stack slot, as without optimization: 5+4; 8+3. The counter
# is in one, too: 4+1; 7+1.
# SKX: label .Lspilled): 9.00 cy/it, limited by latency
# ZEN: label .Lspilled): 11.00 cy/it, limited by latency
.Lspilled:
	movl -20(%rbp), %eax
	cltq
	vmovsd -16(%rbp), %xmm0
	vaddsd (%rdi,%rax,8), %xmm0, %xmm0
	vmovsd %xmm0, -16(%rbp)
	addl $1, -20(%rbp)
	cmpl $99, -20(%rbp)
	jle .Lspilled

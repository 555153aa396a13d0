# Recurrences through memory, however the pointer moves. 5 cycles from the
# stored to the loaded vector register, 4 for the addition; 4 between general
# registers.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 -q %s | FileCheck %s
# RUN: kernel-opt deps --format=csv %s | FileCheck %s --check-prefix=DEPS
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --no-memory-dependences -q %s | FileCheck %s --check-prefix=WITHOUT
# CHECK: label .Lfixed): 9.00 cy/it, limited by latency
# CHECK: label .Ladd): 9.00 cy/it
# CHECK: label .Llea): 9.00 cy/it
# CHECK: label .Ltwo): 4.50 cy/it
# CHECK: label .Lrmw): 5.00 cy/it
# CHECK: label .Lpush): 9.00 cy/it
# CHECK: label .Lglobals): 1.00 cy/it
# DEPS: .Lfixed,{{[0-9]+}},{{[0-9]+}},1,RAW,must,8,full,5,closed-form
# DEPS: .Ladd,{{[0-9]+}},{{[0-9]+}},1,RAW,must,8,full
# DEPS: .Llea,{{[0-9]+}},{{[0-9]+}},1,RAW,must,8,full
# DEPS: .Ltwo,{{[0-9]+}},{{[0-9]+}},2,RAW,must,8,full
# DEPS: .Lrmw,{{[0-9]+}},{{[0-9]+}},1,RAW,must,8,full,4
# DEPS: .Lpartial,{{[0-9]+}},{{[0-9]+}},0,RAW,must,16,partial,16
# DEPS-NEXT: .Lpartial,{{[0-9]+}},{{[0-9]+}},0,RAW,must,16,partial,16
# DEPS-NOT: .Lglobals
# WITHOUT: label .Lfixed): 1.00 cy/it
f:
.Lfixed:
	vmovsd 8(%rax), %xmm0
	vaddsd %xmm1, %xmm0, %xmm0
	vmovsd %xmm0, 8(%rax)
	decq %rcx
	jne .Lfixed
.Ladd:
	vmovsd (%rax), %xmm0
	vaddsd %xmm1, %xmm0, %xmm0
	vmovsd %xmm0, 8(%rax)
	addq $8, %rax
	decq %rcx
	jne .Ladd
.Llea:
	vmovsd (%rax), %xmm0
	vaddsd %xmm1, %xmm0, %xmm0
	vmovsd %xmm0, 8(%rax)
	leaq 8(%rax), %rax
	decq %rcx
	jne .Llea
.Ltwo:
	vmovsd (%rax), %xmm0
	vaddsd %xmm1, %xmm0, %xmm0
	vmovsd %xmm0, 16(%rax)
	addq $8, %rax
	decq %rcx
	jne .Ltwo
.Lrmw:
	addq $1, (%rax)
	decq %rcx
	jne .Lrmw
.Lpush:
	pushq %rax
	addq $1, (%rsp)
	popq %rax
	decq %rcx
	jne .Lpush
.Lpartial:
	vmovups %xmm0, (%rax)
	vmovups %xmm1, 16(%rax)
	vmovups (%rax), %ymm2
	decq %rcx
	jne .Lpartial
.Lglobals:
	movl foo(%rip), %eax
	movl %eax, bar(%rip)
	decq %rcx
	jne .Lglobals

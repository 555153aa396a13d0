# Values that depend on the condition or on the registers being the same; all
# measured on a Cascade Lake.
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=csv %s | FileCheck %s
# Four cmove are 4 micro-ops on p06, with the branch 5/2; four cmova are two
# each, 9/2.
# CHECK: ,cmove,{{.*}},2.50,ports
	.type cmove, @function
cmove:
	cmoveq %rsi, %rax
	cmoveq %rsi, %rbx
	cmoveq %rsi, %rcx
	cmoveq %rsi, %rdx
	decq %rdi
	jne cmove
# CHECK: ,cmova,{{.*}},4.50,ports
	.type cmova, @function
cmova:
	cmovaq %rsi, %rax
	cmovaq %rsi, %rbx
	cmovaq %rsi, %rcx
	cmovaq %rsi, %rdx
	decq %rdi
	jne cmova
# A rotation by shld takes 1 cycle and p1, with two registers 3 cycles.
# CHECK: ,rotate,{{.*}},2.00,2.00,2.00,2.00,ports
	.type rotate, @function
rotate:
	shldq $1, %rax, %rax
	shldq $1, %rax, %rax
	decq %rdi
	jne rotate
# CHECK: ,shift,{{.*}},6.00,latency
	.type shift, @function
shift:
	shldq $1, %rbx, %rax
	shldq $1, %rbx, %rax
	decq %rdi
	jne shift
# A move onto itself is not eliminated: 3 cycles around; through another
# register it is.
# CHECK: ,self,{{.*}},3.00,latency
	.type self, @function
self:
	movl %eax, %eax
	movzbl %al, %eax
	addq $1, %rax
	decq %rdi
	jne self
# CHECK: ,other,{{.*}},1.25,issue
	.type other, @function
other:
	movl %eax, %ebx
	movzbl %bl, %ecx
	leaq 1(%rcx), %rax
	imulq $3, %rsi, %r8
	decq %rdi
	jne other

# What LLVM can decode, but says nothing of, makes a loop incomplete in every
# output, and gets no advice: instructions that wait, that order others, that
# enter the system, that run microcode or that repeat. The same holds for the
# object, and for a prefix that is a statement of its own.
# RUN: kernel-opt --cpu=cascadelake --target=x86_64 %s | FileCheck %s
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o
# RUN: kernel-opt --cpu=cascadelake %t.o | FileCheck %s
# RUN: kernel-opt --cpu=cascadelake --target=x86_64 --format=csv %s | FileCheck %s --check-prefix=CSV
# RUN: kernel-opt --cpu=cascadelake --target=x86_64 --format=json %s | FileCheck %s --check-prefix=JSON

# CHECK: waits (
# CHECK-NEXT: incomplete: 1 instruction not modelled; the true figure may be higher
# CHECK-NOT: next:
# CHECK: not modelled: pause
# CSV: ,waits,{{.*}},no,,
# JSON: "complete": false,
# JSON: "not_modeled_names": [
# JSON-NEXT: "pause"
	.type waits, @function
waits:
.L0:
	pause
	decq %rdi
	jne .L0
	ret

# CHECK: fills (
# CHECK-NEXT: incomplete: 2 instructions not modelled
# CHECK-NOT: next:
# CHECK: not modelled: rep stosq, rep movsb
# CSV: ,fills,{{.*}},no,,
	.type fills, @function
fills:
.L1:
	rep stosq
	rep; movsb
	decq %rdx
	jne .L1
	ret

# CHECK: enters (
# CHECK-NEXT: incomplete: 4 instructions not modelled
# CHECK-NOT: next:
# CHECK: not modelled: lfence, rdtsc, syscall, clflush
# CSV: ,enters,{{.*}},no,,
	.type enters, @function
enters:
.L2:
	lfence
	rdtsc
	syscall
	clflush (%rsi)
	decq %rdi
	jne .L2
	ret

# What has side effects in LLVM's eyes, too, but is described.
# CHECK: whole (
# CHECK-NOT: incomplete:
# CHECK: 0 not modelled
# CSV: ,whole,{{.*}},yes,,
	.type whole, @function
whole:
.L3:
	endbr64
	nop
	prefetcht0 64(%rsi)
	cld
	ldmxcsr (%rsi)
	divl %ecx
	lock incl (%rsi)
	decq %rdi
	jne .L3
	ret

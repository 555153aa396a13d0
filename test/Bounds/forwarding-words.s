# A core whose cache writes words of four bytes: a store into a part of one keeps a
# load, to which it cannot forward, waiting for 7 cycles more. Each loop loads, adds
# (1 cycle) and stores.
# RUN: cat %toy > %t.yaml
# RUN: echo "  - {match: ['MOV(32|64)rm', 'MOV(8|16|32|64)mr'], uops: [], latency: 0, source: test}" >> %t.yaml
# RUN: echo "  - {match: ['ADD64ri(8|32)'], uops: [{ports: [p0]}], latency: 1, source: test}" >> %t.yaml
# RUN: echo "forwarding:" >> %t.yaml
# RUN: echo "  - {latency: 3, source: test}" >> %t.yaml
# RUN: echo "  - {when: {partial: true}, latency: 11, source: test}" >> %t.yaml
# RUN: echo "  - {when: {partial: true, whole_words: false}, latency: 11, expected: 18, source: test}" >> %t.yaml
# RUN: kernel-opt --bounds-only -q --model=%t.yaml %s | FileCheck %s
# CHECK: label .Lbyte: 19.00 cy/it expected, limited by latency
# CHECK-NEXT: at least: 12.00 cy/it
.Lbyte:
	movq (%rdi), %rax
	addq $1, %rax
	movb %al, 1(%rdi)
	decq %rcx
	jne .Lbyte
# CHECK: label .Lword: 12.00 cy/it, limited by latency
.Lword:
	movq (%rdi), %rax
	addq $1, %rax
	movl %eax, 4(%rdi)
	decq %rcx
	jne .Lword
# Four bytes that end in another word.
# CHECK: label .Lacross: 19.00 cy/it expected, limited by latency
.Lacross:
	movq (%rdi), %rax
	addq $1, %rax
	movl %eax, 2(%rdi)
	decq %rcx
	jne .Lacross
# Bytes in front of the load do not matter, also if they are half a word.
# CHECK: label .Lfront: 19.00 cy/it expected, limited by latency
.Lfront:
	movq (%rdi), %rax
	addq $1, %rax
	movl %eax, -2(%rdi)
	decq %rcx
	jne .Lfront
# CHECK: label .Lhalves: 12.00 cy/it, limited by latency
.Lhalves:
	movq (%rdi), %rax
	addq $1, %rax
	movw %ax, (%rdi)
	movw %ax, 2(%rdi)
	decq %rcx
	jne .Lhalves
# Another store keeps the two halves apart.
# CHECK: label .Lapart: 19.00 cy/it expected, limited by latency
.Lapart:
	movq (%rdi), %rax
	addq $1, %rax
	movw %ax, (%rdi)
	movq %rdx, (%rsi)
	movw %ax, 2(%rdi)
	decq %rcx
	jne .Lapart

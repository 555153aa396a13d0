# A load and the addition that uses it are two micro-ops in one issue slot; so
# are the address and the datum of a store. Two slots in all, of eight.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# CHECK: ports      2.00  2 micro-ops of 1 instruction on st: 2/1{{$}}
# CHECK: issue      0.25  2 issue slots / 8{{$}}
.L0:
	vaddpd (%rsi), %xmm1, %xmm2
	vmovupd %xmm2, (%rdi)
	decq %rdx
	jne .L0

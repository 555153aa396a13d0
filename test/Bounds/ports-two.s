# Three additions share p0 and p1: 3 micro-ops / 2 ports. Two more that only p0
# takes make the sum 5/2; four more only p0 takes move the limit to p0: 4/1.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# RUN: sed -e 's/^#TWO //' %s | kernel-opt --bounds-only --model=%toy - | FileCheck %s --check-prefix=TWO
# RUN: sed -e 's/^#TWO //' -e 's/^#FOUR //' %s | kernel-opt --bounds-only --model=%toy - | FileCheck %s --check-prefix=FOUR
# CHECK: ports      1.50  3 micro-ops of 3 instructions on p0 p1: 3/2{{$}}
# TWO:   ports      2.50  5 micro-ops of 5 instructions on p0 p1: 5/2{{$}}
# FOUR:  ports      4.00  4 micro-ops of 4 instructions on p0: 4/1{{$}}
.L0:
	vaddpd %xmm0, %xmm1, %xmm2
	vaddpd %xmm0, %xmm1, %xmm3
	vaddpd %xmm0, %xmm1, %xmm4
#TWO 	vorpd %xmm0, %xmm1, %xmm5
#TWO 	vorpd %xmm0, %xmm1, %xmm6
#FOUR 	vorpd %xmm0, %xmm1, %xmm7
#FOUR 	vorpd %xmm0, %xmm1, %xmm8
	decq %rdi
	jne .L0

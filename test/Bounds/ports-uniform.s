# Optimal: the two vorpd take p0, the addition p1: 2/1. Spread evenly, half of
# the addition stays on p0: 2.5.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# RUN: kernel-opt --bounds-only --model=%toy --port-assignment=uniform %s | FileCheck %s --check-prefix=UNIFORM
# CHECK: ports      2.00  2 micro-ops of 2 instructions on p0: 2/1{{$}}
# UNIFORM: ports      2.50  3 instructions on p0, each micro-op spread evenly over its ports{{$}}
# UNIFORM: mode: --port-assignment=uniform
# UNIFORM: p0    p1
# UNIFORM: 0.50  0.50 {{.*}} vaddpd
.L0:
	vaddpd %xmm0, %xmm1, %xmm2
	vorpd %xmm0, %xmm1, %xmm5
	vorpd %xmm0, %xmm1, %xmm6
	decq %rdi
	jne .L0

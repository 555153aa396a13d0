# Four micro-ops on {p0,p1}, {p1,p2}, {p2,p3}, {p3,p4}: all five ports have to
# share four micro-ops, 4/5. Unions of two of the sets give only 3/4.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# CHECK: f ({{.*}}ports-chain.s:[[#]], label .L0): 0.80 cy/it, limited by ports p0 p1 p2 p3 p4
# CHECK: ports      0.80  4 micro-ops of 4 instructions on p0 p1 p2 p3 p4: 4/5{{$}}
f:
.L0:
	vaddpd %xmm0, %xmm1, %xmm2
	vsubpd %xmm0, %xmm1, %xmm3
	vmulpd %xmm0, %xmm1, %xmm4
	vandpd %xmm0, %xmm1, %xmm5
	jmp .L0

# cmp and jne become one micro-op on the branch's ports, of which the toy has
# none: p0 p1 carry only the addition. js does not fuse, so cmp stays.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# RUN: sed -e 's/jne/js/' %s | kernel-opt --bounds-only --model=%toy - | FileCheck %s --check-prefix=APART
# CHECK: ports      0.50  1 micro-op of 1 instruction on p0 p1: 1/2{{$}}
# CHECK: f cmpq %rdi, %rax
# CHECK: f macro-fused with the next
# APART: ports      1.00  2 micro-ops of 2 instructions on p0 p1: 2/2{{$}}
# APART-NOT: macro-fused
.L0:
	addq %rdx, %rax
	cmpq %rdi, %rax
	jne .L0

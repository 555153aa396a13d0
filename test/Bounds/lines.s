# Vector loads around a place that moves by 32 bytes a trip: one of the three can be aligned,
# the others cross a line of 64 bytes in one of two trips: 3 + 1/2 + 1/2 = 4 loads on two
# ports. The simulator agrees.
# RUN: kernel-opt --bounds-only --cpu=cascadelake --function=three %s | FileCheck %s
# RUN: kernel-opt --cpu=cascadelake --simulate --function=three %s | FileCheck %s
# CHECK: three ({{.*}}): 2.00 cy/it{{.*}}limited by ports p2 p3 (loads)
# CHECK: ports      2.00  3 micro-ops of 3 instructions on p2 p3 for 4 cycles: 4/2{{$}}
# CHECK-NEXT: lines    2 accesses across cache lines, wherever the data lie
# CHECK-NEXT: vmovups -4(%rsi), %ymm0  in 1 of 2 trips: +1
# CHECK-NEXT: vmovups 4(%rsi), %ymm2  in 1 of 2 trips: +1
# CHECK-NEXT: issue
#
# What an aligned move says is used: now it is the other two.
# RUN: kernel-opt --bounds-only --cpu=cascadelake --function=pinned %s | FileCheck %s --check-prefix=PINNED
# PINNED: lines    2 accesses across cache lines
# PINNED-NEXT: vmovups -4(%rsi), %ymm0  in 1 of 2 trips: +1
# PINNED-NEXT: vmovups (%rsi), %ymm1  in 1 of 2 trips: +1
#
# Windows of 32 bytes that move by 4 cross in 7 of 16 trips, wherever they begin:
# 4 + 4 * 7/16 = 5.75.
# RUN: kernel-opt --bounds-only --cpu=cascadelake --function=window %s | FileCheck %s --check-prefix=WINDOW
# WINDOW: ports      2.88  4 micro-ops of 4 instructions on p2 p3 for 5.75 cycles: 5.75/2{{$}}
# WINDOW-NEXT: lines    4 accesses across cache lines
# WINDOW-NEXT: in 7 of 16 trips: +1
#
# Stores: two writes to the cache, one in a cycle.
# RUN: kernel-opt --bounds-only --cpu=cascadelake --function=stores %s | FileCheck %s --check-prefix=STORES
# STORES: ports      2.50  2 micro-ops of 2 instructions on p4 for 2.50 cycles: 2.50/1{{$}}
# STORES-NEXT: lines    1 access across cache lines
# STORES-NEXT: vmovups %ymm0, -4(%rsi) (store)  in 1 of 2 trips: +1
#
# All may be aligned, each of an array of its own; the core's figures are not known.
# RUN: kernel-opt --bounds-only --cpu=cascadelake --function=aligned %s | FileCheck %s --check-prefix=NONE
# RUN: kernel-opt --bounds-only --cpu=cascadelake --function=arrays %s | FileCheck %s --check-prefix=NONE
# RUN: kernel-opt --bounds-only --cpu=znver2 --function=three %s | FileCheck %s --check-prefix=NONE
# NONE: ports
# NONE-NOT: cache lines
#
# RUN: kernel-opt --bounds-only --cpu=cascadelake --function=three --format=json %s | FileCheck %s --check-prefix=JSON
# JSON: "line_crossings": [
# JSON-NEXT: {
# JSON-NEXT: "instruction": 0,
# JSON-NEXT: "access": "load",
# JSON-NEXT: "crossings": 1,
# JSON-NEXT: "trips": 2,
# JSON-NEXT: "cycles": 1
#
# RUN: kernel-opt model check --cpu=cascadelake --function=three %s | FileCheck %s --check-prefix=VALUES
# VALUES: line crossing{{.*}}measured-lines
	.globl	three
three:
.L0:
	vmovups -4(%rsi), %ymm0
	vmovups (%rsi), %ymm1
	vmovups 4(%rsi), %ymm2
	addq $32, %rsi
	cmpq %rdi, %rsi
	jne .L0
	ret
	.globl	pinned
pinned:
.L1:
	vmovups -4(%rsi), %ymm0
	vmovups (%rsi), %ymm1
	vmovaps 4(%rsi), %ymm2
	addq $32, %rsi
	cmpq %rdi, %rsi
	jne .L1
	ret
	.globl	window
window:
.L2:
	vmovups (%rsi), %ymm0
	vmovups 64(%rsi), %ymm1
	vmovups 128(%rsi), %ymm2
	vmovups 192(%rsi), %ymm3
	addq $4, %rsi
	cmpq %rdi, %rsi
	jne .L2
	ret
	.globl	stores
stores:
.L3:
	vmovups %ymm0, -4(%rsi)
	vmovups %ymm1, (%rsi)
	addq $32, %rsi
	cmpq %rdi, %rsi
	jne .L3
	ret
	.globl	aligned
aligned:
.L4:
	vmovups -32(%rsi), %ymm0
	vmovups (%rsi), %ymm1
	vmovups 32(%rsi), %ymm2
	addq $32, %rsi
	cmpq %rdi, %rsi
	jne .L4
	ret
	.globl	arrays
arrays:
.L5:
	vmovups -4(%rsi,%rax), %ymm0
	vmovups (%rdi,%rax), %ymm1
	vmovups 4(%rbx,%rax), %ymm2
	addq $32, %rax
	jne .L5
	ret

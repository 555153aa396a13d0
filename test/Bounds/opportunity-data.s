# Three loads lie four bytes beyond a line, which the aligned store tells. On Zen 4
# each of 64 bytes is two accesses to the cache. Elsewhere only the store crosses:
# the figure is that of the simulated core.
# RUN: kernel-opt --cpu=znver4 %s | FileCheck %s
# CHECK: 5.00 cy/it expected, limited by unit vld0 vld1 (loads)
# CHECK-NEXT: at least: 3.00 cy/it, by the bounds alone
# CHECK-NEXT: next: aligning the data of 4 accesses to cache lines (line [[#@LINE+2]], line [[#@LINE+3]], line [[#@LINE+4]], line [[#@LINE+5]]) would give 3.50 cy/it
.L0:
	vmovups 2852(%rsi,%rdx,4), %zmm0
	vmovups 5668(%rsi,%rdx,4), %zmm1
	vfmadd213ps 8484(%rsi,%rdx,4), %zmm0, %zmm1
	vmovaps %zmm1, (%rsi,%rdx,4)
	addq $16, %rdx
	cmpq %rdx, %rcx
	jne .L0

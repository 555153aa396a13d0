# Horner's rule with 30 steps: 30 multiply-adds of 4 cycles on p0 and p1 allow 15
# cycles, and no iteration needs another. But one behind the other the 58 entries
# of Cascade Lake's scheduler of these ports hold only two bodies, and each takes
# 7 + 30 * 4 cycles: about 127 / 4.4 = 29, with what starts while the first ones
# leave, and more as entries stay taken after the start. Eight side by side have their eight chains within the scheduler: 15.
# RUN: kernel-opt --cpu=cascadelake --simulate %s | FileCheck %s
# CHECK: : {{3[0-9]\.[0-9]+}} cy/it expected, limited by scheduler of ports p0 p1 p4 p5 p6 (58): if 2x as large, the loop is 1.{{[1-4][0-9]}}x as fast (bounds alone: 15.00){{$}}
# CHECK: next: interleaving 8 iterations (if their accesses do not overlap) would give 15.{{[01][0-9]}} cy/it
# Of 3 steps it holds more than ten bodies: 7 + 3 * 4 cycles are hidden.
# RUN: sed -e 's/rept 30/rept 3/' %s | kernel-opt --cpu=cascadelake --simulate - | FileCheck %s --check-prefix=SHORT
# SHORT: : 2.00 cy/it, limited by issue width 4
# SHORT-NOT: {{next: interleaving|with 2x}}
.text
horner:
.L0:
	vmovupd (%rdi,%rax), %ymm0
	vmovapd %ymm1, %ymm2
	.rept 30
	vfmadd213pd %ymm3, %ymm0, %ymm2
	.endr
	vmovupd %ymm2, (%rsi,%rax)
	addq $32, %rax
	cmpq %rcx, %rax
	jne .L0
	ret

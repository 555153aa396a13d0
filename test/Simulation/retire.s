# Four additions are 2 cycles of two ports, half a cycle of the renamer, and 4 of
# retirement, one a cycle. Twice as wide, 2.
# RUN: kernel-opt --bounds-only --model=%S/Inputs/retire.yaml %s | FileCheck %s --check-prefixes=CHECK,PLAIN
# RUN: kernel-opt --bounds-only --model=%S/Inputs/retire.yaml --sensitivity %s | FileCheck %s --check-prefixes=CHECK,FASTER
# RUN: kernel-opt --model=%S/Inputs/retire.yaml --simulate --sensitivity %s | FileCheck %s --check-prefixes=CHECK,FASTER
# PLAIN: 4.00 cy/it, limited by retirement width 1{{$}}
# FASTER: 4.00 cy/it{{.*}}, limited by retire width: if 2x as fast, the loop is 2.00x as fast{{$}}
# CHECK: issue      0.50  4 issue slots / 8
# CHECK-NEXT: retire     4.00  4 issue slots / 1
# FASTER: 2.00   2.00x  retire width
.L0:
	vaddpd %xmm0, %xmm1, %xmm2
	vaddpd %xmm0, %xmm1, %xmm3
	vaddpd %xmm0, %xmm1, %xmm4
	vaddpd %xmm0, %xmm1, %xmm5
	decq %rdi
	jne .L0

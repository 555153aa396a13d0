# Loops by function, label, assembly line, source line. Others are left out.
# RUN: kernel-opt --bounds-only --model=%toy --format=csv --function=g %s | FileCheck %s --check-prefix=G
# RUN: kernel-opt --bounds-only --model=%toy --format=csv --loop=.L1 %s | FileCheck %s --check-prefix=ONE
# RUN: kernel-opt --bounds-only --model=%toy --format=csv --line=27 %s | FileCheck %s --check-prefix=ONE
# RUN: kernel-opt --bounds-only --model=%toy --format=csv --line=1000 %s | FileCheck %s --check-prefix=SRC
# RUN: kernel-opt --bounds-only --model=%toy -q --line=1000 %s | FileCheck %s --check-prefix=SRCTEXT
# G: label,line
# G-NEXT: ,g,.L2,{{.*}}
# G-NOT: toy
# ONE: label,line
# ONE-NEXT: ,f,.L1,[[#]],{{.*}}
# ONE-NOT: toy
# SRC: label,line
# SRC-NEXT: ,g,.L2,1000,{{.*}}
# SRC-NOT: toy
# SRCTEXT: g (my.c:1000, label .L2): 1.00 cy/it

# RUN: not kernel-opt --bounds-only --model=%toy --loop=.L9 %s 2>&1 | FileCheck %s --check-prefix=NONE
# NONE: kernel-opt: note: {{.*}}options-choice.s: no loop matches --function, --line or --loop
# NONE-NEXT: kernel-opt: error: no loop matches --function, --line or --loop
	.file 1 "my.c"
f:
.L0:
	decq %rdi
	jne .L0
.L1:
	vaddpd %xmm0, %xmm1, %xmm1
	decq %rdi
	jne .L1
	ret
g:
.L2:
	.loc 1 1000 3
	decq %rdi
	jne .L2
	ret

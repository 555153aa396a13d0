# Red: the LCD cycle. Blue: the CP. Purple: both. Dashed: from the iteration
# before.
# RUN: kernel-opt --bounds-only --model=%toy --format=dot %s | FileCheck %s
# CHECK: digraph "f ({{.*}}dot.s:[[#LINE:]], label .L0)" {
# CHECK: TP 1.00, LCD 4.00 (red), CP 9.00 (blue) cycles per assembly iteration
# CHECK: [[LOAD:n[0-9]+]] [label="line [[#LINE]]: vmovupd (%rsi,%rdx,8), %xmm0", color="blue"];
# CHECK: [[ADD:n[0-9]+]] [label="line [[#LINE+1]]: vaddpd %xmm0, %xmm1, %xmm1", color="purple"];
# CHECK: [[INC:n[0-9]+]] [label="line [[#LINE+2]]: incq %rdx", color="black"];
# CHECK: [label="line [[#LINE+2]]: flags of incq %rdx", color="black"];
# CHECK-NOT: flags of incq
# CHECK: [[LOAD]] -> [[ADD]] [label="4", color="blue"];
# CHECK: [[INC]] -> [[LOAD]] [label="5 (1 it)", style=dashed, constraint=false, color="black"];
# CHECK: [[ADD]] -> [[ADD]] [label="4 (1 it)", style=dashed, constraint=false, color="red"];
# CHECK: {{^}}}{{$}}
f:
.L0:
	vmovupd (%rsi,%rdx,8), %xmm0
	vaddpd %xmm0, %xmm1, %xmm1
	incq %rdx
	jne .L0

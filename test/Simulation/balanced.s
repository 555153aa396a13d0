# Port p0 takes 4 cycles and the chain takes 4: neither alone helps, both do: 2.
# The second of the operations on p0 waits one cycle for it, the third two.
# RUN: kernel-opt --bounds-only --model=%toy --sensitivity %s | FileCheck %s
# RUN: kernel-opt --model=%toy --timeline %s | FileCheck %s --check-prefix=TIME
# RUN: kernel-opt --model=%toy --format=html %s | FileCheck %s --check-prefix=HTML
# CHECK: : 4.00 cy/it, balanced: port p0 and latency together: if 2x as fast, the loop is 2.00x as fast{{$}}
# TIME: [0,1]    DE---R {{.*}} vorpd %xmm0, %xmm0, %xmm2  [compute on p0]
# TIME-NEXT: [0,2]    DwE--R {{.*}} vorpd %xmm0, %xmm0, %xmm3  [compute on p0]
# TIME-NEXT: [0,3]    DwwE-R {{.*}} vorpd %xmm0, %xmm0, %xmm4  [compute on p0]
# HTML: "name":"{{.*}}, marked region a\u003cb>&c","headline":"4.00 cy/it, balanced: port p0 and latency together: if 2x as fast
# HTML-SAME: ["port p0",4.00,false]
# HTML-SAME: "together":["port p0 + latency",2.00]
# Instruction, iteration, and the cycles in which it is renamed, ready, started, executed and retired.
# HTML-SAME: "timeline":[{{.*}}[3,0,0,1,3,4,5,"compute on p0"]
# LLVM-MCA-BEGIN a<b>&c
.L0:
	vaddpd %xmm0, %xmm1, %xmm1
	vorpd %xmm0, %xmm0, %xmm2
	vorpd %xmm0, %xmm0, %xmm3
	vorpd %xmm0, %xmm0, %xmm4
	vorpd %xmm0, %xmm0, %xmm5
	decq %rdi
	jne .L0
# LLVM-MCA-END

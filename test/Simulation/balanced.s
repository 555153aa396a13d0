# Port p0 takes 4 cycles and the chain takes 4: neither alone helps, both do: 2.
# The second of the operations on p0 waits one cycle for it, the third two.
# RUN: kernel-opt --model=%toy --sensitivity %s | FileCheck %s
# RUN: kernel-opt --model=%toy --timeline %s | FileCheck %s --check-prefix=TIME
# RUN: kernel-opt --model=%toy --format=html %s | FileCheck %s --check-prefix=HTML
# CHECK: : 4.00 cy/it, balanced: port p0 and latency together: if 2x as fast, the loop is 2.00x as fast{{$}}
# TIME: [0,1]    DE---R {{.*}} vorpd %xmm0, %xmm0, %xmm2  [compute on p0]
# TIME-NEXT: [0,2]    DwE--R {{.*}} vorpd %xmm0, %xmm0, %xmm3  [compute on p0]
# TIME-NEXT: [0,3]    DwwE-R {{.*}} vorpd %xmm0, %xmm0, %xmm4  [compute on p0]
# HTML: marked region a&lt;b&gt;&amp;c: 4.00 cy/it, balanced: port p0 and latency together
# A cycle is 9 pixels wide.
# HTML: iteration 0: renamed 0, ready 1, started 3, executed 4, retired 5</title>
# HTML-SAME: <rect class="wait" x="0" y="58" width="9" height="10"/>
# HTML-SAME: <rect class="port" x="9" y="58" width="18" height="10"/>
# HTML-SAME: <rect class="run" x="27" y="58" width="9" height="10"/>
# HTML-SAME: <rect class="done" x="36" y="58" width="9" height="10"/>
# HTML: <table class="heat">
# HTML: rgb(255,255,255)" title="4.00 cy/it: port p0">1.00x</td>
# HTML-SAME: rgb(255,85,85)" title="2.00 cy/it: port p0 + latency">2.00x</td><td class="code">port p0 + latency</td></tr>
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

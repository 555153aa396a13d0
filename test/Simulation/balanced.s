# Port p0 takes 4 cycles and the chain takes 4: neither alone helps, both do: 2.
# RUN: kernel-opt --model=%toy --sensitivity %s | FileCheck %s
# RUN: kernel-opt --model=%toy --format=html %s | FileCheck %s --check-prefix=HTML
# CHECK: : 4.00 cy/it, balanced: port p0 and latency together 2x as fast, loop 2.00x{{$}}
# HTML: <table class="heat">
# HTML: 4.00 cy/it: port p0">1.00x</td>
# HTML-SAME: 2.00 cy/it: port p0 + latency">2.00x</td><td class="code">port p0 + latency</td></tr>
.L0:
	vaddpd %xmm0, %xmm1, %xmm1
	vorpd %xmm0, %xmm0, %xmm2
	vorpd %xmm0, %xmm0, %xmm3
	vorpd %xmm0, %xmm0, %xmm4
	vorpd %xmm0, %xmm0, %xmm5
	decq %rdi
	jne .L0

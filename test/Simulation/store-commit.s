# Two loads take 2 cycles of their port. A store of 16 bytes that takes this port, too,
# when it is written makes 3 of that in the simulator; the bound knows nothing of it.
# Without the key, or for wider stores only, it is 2.
# RUN: sed -e 's/^micro_fusion:/store_commit: {min_width: 16, uops: [{ports: [ld], kind: store-data}], source: test}\n&/' \
# RUN:   -e 's/value: 18/value: 512/' %S/Inputs/window.yaml > %t.yaml
# RUN: kernel-opt --model=%t.yaml --simulate %s | FileCheck %s
# CHECK: : 3.00 cy/it
# CHECK-SAME: (bounds alone: 2.00)
# RUN: sed -e 's/min_width: 16/min_width: 17/' %t.yaml > %t.wide.yaml
# RUN: kernel-opt --model=%t.wide.yaml --simulate %s | FileCheck %s --check-prefix=WIDE
# RUN: sed -e '/^store_commit/d' %t.yaml > %t.none.yaml
# RUN: kernel-opt --model=%t.none.yaml --simulate %s | FileCheck %s --check-prefix=WIDE
# WIDE: : 2.00 cy/it
.L0:
	vmovupd (%rax), %xmm0
	vmovupd 4096(%rax), %xmm1
	vmovupd %xmm0, 8192(%rax)
	addq $16, %rax
	decq %rdi
	jne .L0

# An update of memory has its address once: a load port has it and a load to do, 2
# cycles. With the key, it takes that port once more, in the simulator: 3 cycles. The
# bound knows nothing of it, and what only stores takes nothing more.
# RUN: sed -e 's/^micro_fusion:/update_extra: {uops: [{ports: [ld], kind: store-address}], source: test}\n&/' \
# RUN:   -e 's/value: 18/value: 512/' \
# RUN:   -e 's/^stores:/&\n  - {when: {update: true}, latency: 1, uops: [{ports: [st], kind: store-data}], source: test}/' \
# RUN:   -e 's/^instructions:/&\n  - {match: INC64m, uops: [{ports: [p0, p1]}], latency: 1, source: test}/' \
# RUN:   -e 's/^  - {latency: 1, uops: .*store-address.*$//' %S/Inputs/window.yaml > %t.yaml
# RUN: kernel-opt --model=%t.yaml --simulate %s | FileCheck %s
# CHECK: .L0{{.*}}: 3.00 cy/it
# CHECK-SAME: (bounds alone: 2.00)
# RUN: sed -e '/^update_extra/d' %t.yaml > %t.none.yaml
# RUN: kernel-opt --model=%t.none.yaml --simulate %s | FileCheck %s --check-prefix=NONE
# RUN: sed -e 's/update_extra: {/&min_width: 17, /' %t.yaml > %t.wide.yaml
# RUN: kernel-opt --model=%t.wide.yaml --simulate %s | FileCheck %s --check-prefix=NONE
# NONE: .L0{{.*}}: 2.00 cy/it
.L0:
	incq (%rax)
	vmovupd 4096(%rax), %xmm0
	addq $16, %rax
	decq %rdi
	jne .L0

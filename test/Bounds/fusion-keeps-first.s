# A fused pair may keep the micro-op of its first part, on a core made up for this
# test: it takes one issue slot, p0 for the decrement and p1 for the branch.
# RUN: cat %toy > %t.yaml
# RUN: echo "  - {match: 'DEC64r', uops: [{ports: [p0]}], latency: 1, source: test}" >> %t.yaml
# RUN: echo "  - {match: 'JCC_[14]', uops: [{ports: [p1]}], latency: 1, source: test}" >> %t.yaml
# RUN: echo "  - {match: 'VORPDrr', uops: [{ports: [p0]}], latency: 1, source: test}" >> %t.yaml
# RUN: sed -i -e "s/^micro_fusion/#/; s/^  - {first: 'CMP64rr'.*/  - {first: DEC64r, second: 'JCC_[14]', keeps_first: true, source: test}/" %t.yaml
# RUN: kernel-opt --bounds-only --model=%t.yaml %s | FileCheck %s --check-prefix=KEEPS
# RUN: sed -e 's/keeps_first: true/keeps_first: false/' %t.yaml > %t.none.yaml
# RUN: kernel-opt --bounds-only --model=%t.none.yaml %s | FileCheck %s --check-prefix=NONE
# KEEPS: ports {{ *}}2.00  2 micro-ops of 2 instructions on p0
# KEEPS: issue {{ *}}0.25  2 issue slots / 8
# NONE: ports {{ *}}1.00
# NONE: issue {{ *}}0.25  2 issue slots / 8
.L0:
	vorpd %xmm1, %xmm2, %xmm3
	decq %rcx
	jne .L0

# A fused pair may have ports of its own, on a core made up for this test: its one
# micro-op goes to p0, and not to p1 as a branch does.
# RUN: cat %toy > %t.yaml
# RUN: echo "  - {match: 'DEC64r', uops: [{ports: [p0]}], latency: 1, source: test}" >> %t.yaml
# RUN: echo "  - {match: 'JCC_[14]', uops: [{ports: [p1]}], latency: 1, source: test}" >> %t.yaml
# RUN: echo "  - {match: 'VORPDrr', uops: [{ports: [p0]}], latency: 1, source: test}" >> %t.yaml
# RUN: sed -i -e "s/^micro_fusion/#/; s/^  - {first: 'CMP64rr'.*/  - {first: DEC64r, second: 'JCC_[14]', ports: [p0], source: test}/" %t.yaml
# RUN: kernel-opt --bounds-only --model=%t.yaml %s | FileCheck %s --check-prefix=OWN
# RUN: sed -e "/first: DEC64r/s/ports: .p0., //" %t.yaml > %t.none.yaml
# RUN: kernel-opt --bounds-only --model=%t.none.yaml %s | FileCheck %s --check-prefix=NONE
# OWN: ports {{ *}}2.00  2 micro-ops of 2 instructions on p0
# OWN: issue {{ *}}0.25  2 issue slots / 8
# NONE: ports {{ *}}1.00
# NONE: issue {{ *}}0.25  2 issue slots / 8
.L0:
	vorpd %xmm1, %xmm2, %xmm3
	decq %rcx
	jne .L0

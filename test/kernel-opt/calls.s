# A call cannot be modelled: the figure is called incomplete, with the callee.
# RUN: kernel-opt --bounds-only %s | FileCheck %s
# RUN: kernel-opt --bounds-only --format=json %s | FileCheck %s --check-prefix=JSON
# CHECK: limited by
# CHECK-NEXT: incomplete: 2 calls not modelled; the true figure may be higher
# CHECK: 2 not modelled (X)
# CHECK: calls, not modelled: sin, an indirect call
# CHECK: X callq sin
# CHECK: X not modelled
# JSON: "complete": false,
# JSON: "not_modeled": 2,
# JSON-NEXT: "not_modeled_names": [],
# JSON-NEXT: "calls": [
# JSON-NEXT: "sin",
# JSON-NEXT: ""
f:
.L0:
	movsd (%rbx), %xmm0
	callq sin
	callq *%rax
	addq $8, %rbx
	cmpq %rbp, %rbx
	jne .L0

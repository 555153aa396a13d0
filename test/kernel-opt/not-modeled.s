# Neither the toy nor, with `base: none`, LLVM knows these; nothing is free in
# silence.
# RUN: kernel-opt --bounds-only --model=%toy %s | FileCheck %s
# RUN: kernel-opt --bounds-only --model=%toy --format=json %s | FileCheck %s --check-prefix=JSON
# CHECK: incomplete: 3 instructions not modelled; the true figure may be higher
# CHECK: instructions: 5; 2 from model files, 0 from LLVM's tables (*), 3 not modelled (X)
# CHECK-NEXT: not modelled: vsqrtpd, cpuid
# CHECK: X vsqrtpd
# JSON: "complete": false,
# JSON: "not_modeled_names": [
# JSON-NEXT: "vsqrtpd",
# JSON-NEXT: "cpuid"
# JSON-NEXT: ],
# JSON: "modeled": false,
.L0:
	vsqrtpd %xmm0, %xmm1
	vsqrtpd %xmm1, %xmm2
	cpuid
	decq %rdi
	jne .L0

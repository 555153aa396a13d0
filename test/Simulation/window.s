# Nine micro-ops a body and a reorder buffer of 18: the load of an iteration is
# renamed when that two before retires, which waits for all of the one before
# that. From the end of a body until the third after it begins it takes 2 cycles
# (an entry is free the cycle after, a micro-op starts the cycle after rename):
# (5 + 8 * 4 + 2) / 3 = 13. With 36 entries it is the fifth: 39 / 5 = 7.80. The
# ports allow 8 / 2 = 4. Eight iterations interleaved: eight additions of 4
# cycles each keep two ports busy for the 4 cycles until the next eight can
# start, and only the loads are waited for: (5 + 8 * 4) / 8 = 4.63.
# RUN: kernel-opt --model=%S/Inputs/window.yaml --simulate %s | FileCheck %s
# RUN: kernel-opt --model=%S/Inputs/window.yaml --simulate --format=json %s > %t.json
# RUN: %python %S/../kernel-opt/Inputs/json_keys.py %t.json %S/../../docs/reference/json.md
# RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
# CHECK: : 13.00 cy/it expected, limited by reorder buffer (18): if 2x as large, the loop is 1.67x as fast (bounds alone: 4.00){{$}}
# CHECK-NEXT: at least: 4.00 cy/it, by the bounds alone
# CHECK-NEXT: next: interleaving 8 iterations would give 4.63 cy/it{{$}}
# CHECK: simulated 13.00  exact: 39 cycles every 3 iterations
# CHECK-NEXT: sizes issue 8, reorder buffer 18{{$}}
# CHECK-NEXT: window 7.80 with 2x the entries: reorder buffer (18){{$}}
# JSON: "next": {
# JSON-NEXT: "kind": "interleave",
# JSON-NEXT: "count": 8,
# JSON: "if_apart": false,
# JSON: "window": {
# JSON-NEXT: "buffers": [
# JSON-NEXT: "reorder buffer"
# JSON-NEXT: ],
# JSON-NEXT: "factor": 2,
# JSON-NEXT: "verdict": "reorder buffer (18): if 2x as large, the loop is 1.67x as fast",
# JSON-NEXT: "larger": {
# JSON-NEXT: "cycles": 7.8

# Without simulation nothing is said of the window.
# RUN: kernel-opt --bounds-only --model=%S/Inputs/window.yaml %s | FileCheck %s --check-prefix=BOUNDS
# BOUNDS-NOT: {{reorder buffer|interleaving}}

# A buffer for all is never full: 4 cycles, and no word of it.
# RUN: sed -e 's/value: 18/value: 512/' %S/Inputs/window.yaml > %t.yaml
# RUN: kernel-opt --model=%t.yaml --simulate %s | FileCheck %s --check-prefix=LARGE
# LARGE: : 4.00 cy/it, limited by ports p0 p1{{$}}
# LARGE-NOT: {{next:|with 2x}}
.L0:
	vmovupd (%rax), %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	vaddpd %xmm0, %xmm1, %xmm0
	addq $16, %rax
	decq %rdi
	jne .L0

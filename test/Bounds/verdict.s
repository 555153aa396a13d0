# Ten micro-ops on p0; the chain of the first loop has 10 cycles (4 + 4 + 2), that of
# the second 9 (4 + 4 + 1). 15 % faster, p0 takes 10 / 1.15 = 8.70: the first loop
# gains nothing, the second 10 / 9, and then waits for the chain.
# RUN: kernel-opt --bounds-only --model=%toy -q %s | FileCheck %s
# CHECK: 10.00 cy/it, balanced: port p0 and latency{{$}}
# CHECK: 10.00 cy/it, limited by port p0: 15 % faster: loop 11 % faster, then latency{{$}}
# RUN: kernel-opt --bounds-only --model=%toy --format=json %s | FileCheck %s --check-prefix=JSON
# JSON:      "verdict": {
# JSON-NEXT:   "limits": [
# JSON-NEXT:     {
# JSON-NEXT:       "limit": "ports",
# JSON-NEXT:       "ports": [
# JSON-NEXT:         "p0"
# JSON-NEXT:       ]
# JSON-NEXT:     },
# JSON-NEXT:     {
# JSON-NEXT:       "limit": "latency",
# JSON-NEXT:       "ports": []
# JSON-NEXT:     }
# JSON-NEXT:   ],
# JSON-NEXT:   "gain_percent": 15,
# JSON-NEXT:   "next": null
# JSON:      "gain_percent": 11,
# JSON-NEXT: "next": "latency"
.macro ten
	.rept 10
	vorpd %xmm0, %xmm0, %xmm2
	.endr
.endm
.L0:
	ten
	vaddpd %xmm0, %xmm1, %xmm1
	vaddpd %xmm0, %xmm1, %xmm1
	vfmadd231pd %xmm0, %xmm0, %xmm1
	decq %rdi
	jne .L0
.L1:
	ten
	vaddpd %xmm0, %xmm1, %xmm1
	vaddpd %xmm0, %xmm1, %xmm1
	vandpd %xmm0, %xmm1, %xmm1
	decq %rdi
	jne .L1

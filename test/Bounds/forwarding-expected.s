# A core that mostly takes 6 cycles to forward, and sometimes 2: the prediction has
# the 6, what is proved has the 2. Each loop loads, adds (1 cycle) and stores.
# RUN: cat %toy > %t.yaml
# RUN: echo "  - {match: ['MOV64rm', 'MOV64mr'], uops: [], latency: 0, source: test}" >> %t.yaml
# RUN: echo "  - {match: ['ADD64ri(8|32)'], uops: [{ports: [p0]}], latency: 1, source: test}" >> %t.yaml
# RUN: echo "forwarding:" >> %t.yaml
# RUN: echo "  - {latency: 2, expected: 6, source: test}" >> %t.yaml
# RUN: echo "  - {when: {partial: true}, latency: 12, source: test}" >> %t.yaml
# RUN: kernel-opt --bounds-only --model=%t.yaml %s | FileCheck %s
# RUN: kernel-opt -q --model=%t.yaml %s | FileCheck %s --check-prefix=SIM
# RUN: kernel-opt --bounds-only --model=%t.yaml --format=csv %s | FileCheck %s --check-prefix=CSV
# RUN: kernel-opt --bounds-only --model=%t.yaml --format=json %s | FileCheck %s --check-prefix=JSON
# CHECK: label .Lplain: 7.00 cy/it expected, limited by latency
# CHECK-NEXT: {{^}}  at least: 3.00 cy/it, if line [[#@LINE+9]] gets what line [[#@LINE+11]] stores in 2 cycles, not in 6{{$}}
# CHECK: 8 bytes, 6 cycles (expected, 2 at least){{$}}
# SIM: label .Lplain: 7.00 cy/it expected, limited by latency
# SIM-NEXT: at least: 3.00 cy/it
# CSV: .Lplain,{{.*}},7.00,latency,yes,,3.00,7.00
# JSON: "forwarding": "full",
# JSON-NEXT: "latency": 6,
# JSON-NEXT: "least_latency": 2,
.Lplain:
	movq (%rdi), %rax
	addq $1, %rax
	movq %rax, (%rdi)
	decq %rcx
	jne .Lplain
# There is one speed where the rule has no other.
# CHECK: label .Lpart: 13.00 cy/it, limited by latency
# CHECK-NOT: at least
# CSV: .Lpart,{{.*}},13.00,latency,yes,,13.00,13.00
.Lpart:
	movq (%rdi), %rax
	addq $1, %rax
	movq %rax, 4(%rdi)
	movq %rax, -4(%rdi)
	decq %rcx
	jne .Lpart

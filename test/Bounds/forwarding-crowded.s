# A core whose loads take longer to get the datum of a store while others wait for
# theirs. Each loop loads, adds (1 cycle) and stores.
# RUN: cat %toy > %t.yaml
# RUN: echo "  - {match: ['MOV64rm', 'MOV64mr'], uops: [], latency: 0, source: test}" >> %t.yaml
# RUN: echo "  - {match: ['ADD64ri(8|32)'], uops: [{ports: [p0]}], latency: 1, source: test}" >> %t.yaml
# RUN: echo "forwarding:" >> %t.yaml
# RUN: echo "  - {latency: 5, crowded: 8, source: test}" >> %t.yaml
# RUN: kernel-opt --bounds-only --model=%t.yaml %s | FileCheck %s
# RUN: kernel-opt -q --model=%t.yaml %s | FileCheck %s --check-prefix=SIM
# RUN: sed -e 's/crowded: 8/crowded: 5/' %t.yaml > %t.bad.yaml
# RUN: not kernel-opt --bounds-only --model=%t.bad.yaml %s 2>&1 | FileCheck %s --check-prefix=BAD
# BAD: bad.yaml:{{[0-9]+}}:{{[0-9]+}}: 'crowded' is not more than 'latency', which is 5
# CHECK: label .Lalone: 6.00 cy/it, limited by latency
# SIM: label .Lalone: 6.00 cy/it
.Lalone:
	movq (%rdi), %rax
	addq $1, %rax
	movq %rax, (%rdi)
	decq %rcx
	jne .Lalone
# Two chains side by side.
# CHECK: label .Ltwo: 9.00 cy/it expected, limited by latency
# CHECK-NEXT: {{^}}  at least: 6.00 cy/it, if line [[#@LINE+5]] gets what line [[#@LINE+7]] stores in 5 cycles, not in 8{{$}}
# CHECK: 8 bytes, 8 cycles (expected, 5 at least){{$}}
# SIM: label .Ltwo: 9.00 cy/it expected
# SIM-NEXT: at least: 6.00 cy/it
.Ltwo:
	movq (%rdi), %rax
	addq $1, %rax
	movq %rax, (%rdi)
	movq 8(%rdi), %rdx
	addq $1, %rdx
	movq %rdx, 8(%rdi)
	decq %rcx
	jne .Ltwo
# Two loads, of which one waits for the other.
# CHECK: label .Lbehind: 12.00 cy/it, limited by latency
# SIM: label .Lbehind: 12.00 cy/it
.Lbehind:
	movq (%rdi), %rax
	addq $1, %rax
	movq %rax, (%rdi)
	movq (%rdi), %rdx
	addq $1, %rdx
	movq %rdx, (%rdi)
	decq %rcx
	jne .Lbehind
# Only a load that may get the datum: nothing says that it waits.
# CHECK: label .Lmay: {{.*}} cy/it, limited by
# CHECK: at most: 6.00 cy/it
.Lmay:
	movq (%rdi), %rax
	addq $1, %rax
	movq %rax, (%rsi)
	addq $8, %rdi
	addq $8, %rsi
	decq %rcx
	jne .Lmay
# The loads of two trips wait side by side.
# CHECK: label .Lbefore: 4.50 cy/it expected, limited by latency
# SIM: label .Lbefore: 4.50 cy/it expected
.Lbefore:
	movq (%rdi), %rax
	addq $1, %rax
	movq %rax, 16(%rdi)
	addq $8, %rdi
	decq %rcx
	jne .Lbefore

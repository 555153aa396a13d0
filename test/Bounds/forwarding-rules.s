# What decides how a load gets the datum of a store, on a core made up for this
# test: memory renaming (one cycle for the same operand on the stack), the class of
# the stored register, a load inside the store, a load that the store covers in
# part. Each loop is a load, a store of what it loaded, and nothing else.
# RUN: cat %toy > %t.yaml
# RUN: echo "  - {match: ['MOV64rm', 'MOV64mr', 'MOV32rm', 'MOVSDrm', 'MOVSDmr', 'MOVUPSrm'], uops: [], latency: 0, source: test}" >> %t.yaml
# RUN: echo "forwarding:" >> %t.yaml
# RUN: echo "  - {latency: 7, source: test}" >> %t.yaml
# RUN: echo "  - {when: {same_operand: true}, latency: 6, source: test}" >> %t.yaml
# RUN: echo "  - {when: {same_operand: true, stack: true}, latency: 1, source: test}" >> %t.yaml
# RUN: echo "  - {when: {class: vector}, latency: 9, source: test}" >> %t.yaml
# RUN: echo "  - {when: {class: vector, from: gpr}, latency: 11, source: test}" >> %t.yaml
# RUN: echo "  - {when: {shifted: true}, latency: 13, source: test}" >> %t.yaml
# RUN: echo "  - {when: {partial: true}, latency: 20, source: test}" >> %t.yaml
# RUN: kernel-opt deps --model=%t.yaml --format=csv %s | FileCheck %s
# RUN: kernel-opt --bounds-only -q --model=%t.yaml %s | FileCheck %s --check-prefix=LCD
# RUN: kernel-opt deps --model=%toy %s | FileCheck %s --check-prefix=GENERIC
# RUN: sed -e 's/shifted: true/shifted: maybe/' %t.yaml > %t.bad.yaml
# RUN: not kernel-opt --bounds-only --model=%t.bad.yaml %s 2>&1 | FileCheck %s --check-prefix=BAD
# RUN: sed -e 's/from: gpr/from: flags/' %t.yaml > %t.bad.yaml
# RUN: not kernel-opt --bounds-only --model=%t.bad.yaml %s 2>&1 | FileCheck %s --check-prefix=FROM
# BAD: bad.yaml:{{[0-9]+}}:{{[0-9]+}}: {{.*}}shifted
# FROM: bad.yaml:{{[0-9]+}}:{{[0-9]+}}: expected 'gpr' or 'vector' for 'from', not 'flags'
# CHECK: .Lslot,{{[0-9]+}},{{[0-9]+}},1,RAW,must,8,full,1,
# The stores take two cycles on their port; LCD is 1.
# LCD: label .Lslot: 2.00 cy/it, limited by port st
# The toy has no rule: a load and one cycle more.
# GENERIC: movq %rax, -8(%rsp) {{.*}} must {{.*}} 6  closed-form
.Lslot:
	movq -8(%rsp), %rax
	movq %rax, -8(%rsp)
	decq %rcx
	jne .Lslot
# Not the stack: 6.
# CHECK: .Lpointer,{{[0-9]+}},{{[0-9]+}},1,RAW,must,8,full,6,
# LCD: label .Lpointer: 6.00 cy/it
.Lpointer:
	movq 16(%rdi), %rax
	movq %rax, 16(%rdi)
	decq %rcx
	jne .Lpointer
# The same place by another displacement, and by an index: 7.
# CHECK: .Lmoved,{{[0-9]+}},{{[0-9]+}},1,RAW,must,8,full,7,
# LCD: label .Lmoved: 7.00 cy/it
.Lmoved:
	movq (%rdi), %rax
	movq %rax, 8(%rdi)
	addq $8, %rdi
	decq %rcx
	jne .Lmoved
# CHECK: .Lindexed,{{[0-9]+}},{{[0-9]+}},1,RAW,must,8,full,7,
.Lindexed:
	movq (%rdi,%rsi), %rax
	movq %rax, (%rdi,%rsi)
	decq %rcx
	jne .Lindexed
# CHECK: .Lvector,{{[0-9]+}},{{[0-9]+}},1,RAW,must,8,full,9,
.Lvector:
	movsd (%rdi), %xmm0
	movsd %xmm0, (%rdi)
	decq %rcx
	jne .Lvector
# CHECK: .Lfiles,{{[0-9]+}},{{[0-9]+}},0,RAW,must,8,full,11,
.Lfiles:
	movq %rax, (%rdi)
	movsd (%rdi), %xmm0
	decq %rcx
	jne .Lfiles
# CHECK: .Linside,{{[0-9]+}},{{[0-9]+}},0,RAW,must,4,full,13,
.Linside:
	movq %rax, (%rdi)
	movl 4(%rdi), %ebx
	decq %rcx
	jne .Linside
# CHECK: .Lwider,{{[0-9]+}},{{[0-9]+}},0,RAW,must,8,partial,20,
.Lwider:
	movq %rax, (%rdi)
	movups (%rdi), %xmm0
	decq %rcx
	jne .Lwider

# What else decides how a load gets the datum of a store, on a core made up for this
# test: whether the load's instruction computes or updates the place, the width of
# the store, the distance in trips.
# RUN: cat %toy > %t.yaml
# RUN: echo "  - {match: ['MOV64rm', 'MOV64mr', 'MOVUPSrm', 'MOVUPSmr', 'MOVSDrm'], uops: [], latency: 0, source: test}" >> %t.yaml
# RUN: echo "  - {match: 'ADD64(rm|mr)', uops: [{ports: [p0]}], latency: 1, source: test}" >> %t.yaml
# RUN: echo "forwarding:" >> %t.yaml
# RUN: echo "  - {latency: 7, source: test}" >> %t.yaml
# RUN: echo "  - {when: {computes: false, max_distance: 1}, latency: 3, source: test}" >> %t.yaml
# RUN: echo "  - {when: {update: true}, latency: 9, source: test}" >> %t.yaml
# RUN: echo "  - {when: {min_store_width: 16, max_store_width: 16}, latency: 11, source: test}" >> %t.yaml
# RUN: echo "  - {when: {min_distance: 3}, latency: 13, source: test}" >> %t.yaml
# RUN: kernel-opt deps --model=%t.yaml --format=csv %s | FileCheck %s
# A misspelt value is shown with its place.
# RUN: sed -e 's/computes: false/computes: often/' %t.yaml > %t.bad.yaml
# RUN: not kernel-opt --bounds-only --model=%t.bad.yaml %s 2>&1 | FileCheck %s --check-prefix=BAD
# BAD: bad.yaml:{{[0-9]+}}:23: expected true or false for computes, not 'often'
# RUN: sed -e 's/min_distance: 3/min_distance: -3/' %t.yaml > %t.bad.yaml
# RUN: not kernel-opt --bounds-only --model=%t.bad.yaml %s 2>&1 | FileCheck %s --check-prefix=DISTANCE
# DISTANCE: bad.yaml:{{[0-9]+}}:{{[0-9]+}}: min_distance must lie between 0 and 4096, not -3

# A load of its own; the operand of an addition; an update.
# CHECK: .Lplain,{{[0-9]+}},{{[0-9]+}},1,RAW,must,8,full,3,
.Lplain:
	movq (%rdi), %rax
	movq %rax, (%rdi)
	decq %rcx
	jne .Lplain
# CHECK: .Loperand,{{[0-9]+}},{{[0-9]+}},1,RAW,must,8,full,7,
.Loperand:
	addq (%rdi), %rax
	movq %rax, (%rdi)
	decq %rcx
	jne .Loperand
# CHECK: .Lupdate,{{[0-9]+}},{{[0-9]+}},1,RAW,must,8,full,9,
.Lupdate:
	addq %rax, (%rdi)
	decq %rcx
	jne .Lupdate
# By the store: 16 bytes.
# CHECK: .Lwide,{{[0-9]+}},{{[0-9]+}},0,RAW,must,8,full,11,
.Lwide:
	movups %xmm0, (%rdi)
	movsd (%rdi), %xmm1
	decq %rcx
	jne .Lwide
# Two and three trips back.
# CHECK: .Ltwo,{{[0-9]+}},{{[0-9]+}},2,RAW,must,8,full,7,
.Ltwo:
	movq (%rdi), %rax
	movq %rax, 16(%rdi)
	addq $8, %rdi
	decq %rcx
	jne .Ltwo
# CHECK: .Lthree,{{[0-9]+}},{{[0-9]+}},3,RAW,must,8,full,13,
.Lthree:
	movq (%rdi), %rax
	movq %rax, 24(%rdi)
	addq $8, %rdi
	decq %rcx
	jne .Lthree

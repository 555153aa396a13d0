# A core that eliminates two moves in a row, and executes the next one on p0 or p1 in
# a cycle. Of the four behind the product that is the third: 3 + 1 cycles. All of
# them are eliminated without the key, and with a longer row.
# RUN: sed -e 's/^  issue_width.*/&\n  moves_in_row: {value: 2, source: test}/' \
# RUN:   -e "s/^.*'MOV64rr', eliminated.*/  - {match: 'MOV64rr', uops: [{ports: [p0, p1]}], latency: 1, source: test}\n&/" \
# RUN:   %S/../Inputs/toy.yaml > %t.yaml
# RUN: kernel-opt --model=%t.yaml %s | FileCheck %s
# RUN: kernel-opt --model=%t.yaml --bounds-only --format=csv %s | FileCheck %s --check-prefix=CSV
# RUN: sed -e 's/moves_in_row: {value: 2/moves_in_row: {value: 4/' %t.yaml > %t.four.yaml
# RUN: kernel-opt --model=%t.four.yaml --bounds-only --format=csv %s | FileCheck %s --check-prefix=ALL
# RUN: kernel-opt --model=%S/../Inputs/toy.yaml --bounds-only --format=csv %s | FileCheck %s --check-prefix=ALL
# RUN: kernel-opt --model=%t.yaml --compat=osaca2019 --bounds-only --format=csv %s | FileCheck %s --check-prefix=COMPAT
# `eliminated: false` takes back what a base has: all four execute.
# RUN: sed -e "s/^.*'MOV64rr', eliminated.*/&\n  - {match: 'MOV64rr', eliminated: false, source: test}/" %t.yaml > %t.not.yaml
# RUN: kernel-opt --model=%t.not.yaml --bounds-only --format=csv %s | FileCheck %s --check-prefix=NOT
# CHECK: chain{{.*}}: 4.00 cy/it, limited by
# CSV: ,chain,{{.*}},4.00,latency
# ALL: ,chain,{{.*}},3.00,latency
# NOT: ,chain,{{.*}},7.00,latency
# COMPAT: ,chain,{{.*}}7.00
chain:
	imulq %rax, %rax
	movq %rax, %rbx
	movq %rbx, %rcx
	movq %rcx, %rdx
	movq %rdx, %rax
	decq %rdi
	jne chain

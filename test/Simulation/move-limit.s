# A cycle of rename has room for two eliminated moves. Of six in a trip each two take a
# cycle; without the limit, the counter of the loop takes longer than they do.
# RUN: sed -e 's/^loads:/rename_limits:\n  - {kind: move, micro_ops: 2, source: test}\n&/' %S/../Inputs/toy.yaml > %t.yaml
# RUN: kernel-opt --model=%t.yaml --simulate %s | FileCheck %s
# RUN: kernel-opt --model=%S/../Inputs/toy.yaml --simulate %s | FileCheck %s --check-prefix=NONE
# RUN: kernel-opt --model=%t.yaml --simulate --format=json %s > %t.json
# RUN: %python %S/../kernel-opt/Inputs/json_keys.py %t.json %S/../../docs/reference/json.md
# RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
# CHECK: : 3.00 cy/it expected
# CHECK: rename     some wait for the next cycle: one has room for 2 eliminated moves{{$}}
# NONE: : 1.00 cy/it, limited by latency
# JSON: "rename_limits": [
# JSON: "ports": [],
# JSON-NEXT: "micro_ops": 2,
# JSON-NEXT: "loads_only": false,
# JSON-NEXT: "moves_only": true
moves:
	movq %rax, %rbx
	movq %rax, %rcx
	movq %rax, %rdx
	movq %rax, %rsi
	movq %rax, %r8
	movq %rax, %r9
	decq %rdi
	jne moves

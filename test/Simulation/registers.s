# The loop of window.s: its nine vector results wait for registers as nine micro-ops
# wait for entries of a reorder buffer. What writes general registers, or is
# eliminated, needs none of them.
# RUN: sed -e 's/reorder_buffer: {value: 18/reorder_buffer: {value: 512/' \
# RUN:   -e 's/^loads:/  vector_registers: {value: 18, source: test}\n&/' %S/Inputs/window.yaml > %t.yaml
# RUN: kernel-opt --model=%t.yaml --simulate %s | FileCheck %s
# RUN: kernel-opt --model=%t.yaml --simulate --sensitivity %s | FileCheck %s --check-prefix=SENS
# SENS: {{1\.67x.* vector registers|vector registers .*1\.67x}}
# RUN: kernel-opt --model=%t.yaml --simulate --format=json %s > %t.json
# RUN: %python %S/../kernel-opt/Inputs/json_keys.py %t.json %S/../../docs/reference/json.md
# RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
# CHECK: : 13.00 cy/it expected, limited by vector registers (18): if 2x as large, the loop is 1.67x as fast (bounds alone: 4.00){{$}}
# CHECK: sizes issue 8, reorder buffer 512, vector registers 18{{$}}
# JSON: "integer_registers": null,
# JSON-NEXT: "vector_registers": 18,
# JSON: "vector registers (18): if 2x as large, the loop is 1.67x as fast"

# RUN: sed -e 's/vector_reg/integer_reg/' %t.yaml > %t.int.yaml
# RUN: kernel-opt --model=%t.int.yaml --simulate %s | FileCheck %s --check-prefix=INT
# INT: : 4.00 cy/it, limited by ports p0 p1{{$}}
# INT: sizes issue 8, reorder buffer 512, integer registers 18{{$}}
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

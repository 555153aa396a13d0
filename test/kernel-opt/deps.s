# The dependences through memory of a loop, in every format.
# RUN: kernel-opt deps %s | FileCheck %s
# RUN: kernel-opt deps --false-dependences --format=csv %s | FileCheck %s --check-prefix=CSV
# RUN: kernel-opt deps --format=json %s | %python -m json.tool | FileCheck %s --check-prefix=JSON
# RUN: kernel-opt --bounds-only --format=dot %s | FileCheck %s --check-prefix=DOT
# RUN: kernel-opt --bounds-only %s | FileCheck %s --check-prefix=TEXT
# RUN: not kernel-opt deps --format=dot %s 2>&1 | FileCheck %s --check-prefix=USAGE
# CHECK: label .L1
# CHECK-NEXT: source {{.*}}destination {{.*}}it  kind  class     bytes  cycles  evidence
# CHECK-NEXT: vmovsd %xmm0, 8(%rax) {{.*}}: vmovsd (%rax), %xmm0 {{.*}}1  RAW   must          8       5  closed-form
# CHECK-NEXT: vmovsd %xmm0, 8(%rax) {{.*}}: vaddsd (%rbx), %xmm0, %xmm0 {{.*}}1  RAW   may {{.*}} assumed
# CSV: file,function,label,source,destination,distance,kind,class,bytes,forwarding,latency,evidence,reason
# CSV-DAG: ,RAW,must,8,full,5,closed-form,{{$}}
# CSV-NOT: WAW
# JSON: "text": "vmovsd %xmm0, 8(%rax)"
# JSON: "distance": 1
# JSON-NEXT: "kind": "RAW"
# DOT: memory Δk=1", style=dashed
# DOT: may Δk=1", style=dotted
# TEXT: memory   1 load from a store of the loop
# TEXT-NEXT: vmovsd %xmm0, 8(%rax) -> line {{[0-9]+}}: vmovsd (%rax), %xmm0 one iteration later, 8 bytes, 5 cycles
# USAGE: unknown value 'dot' for '--format'; known are text, json, csv
.L1:
	vmovsd (%rax), %xmm0
	vaddsd (%rbx), %xmm0, %xmm0
	vmovsd %xmm0, 8(%rax)
	addq $8, %rax
	addq $8, %rbx
	decq %rcx
	jne .L1

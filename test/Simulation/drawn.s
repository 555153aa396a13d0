# Data decide which of four places an iteration updates: no bound can know it,
# and the simulation takes what happens on random data. No change of the loop is
# advised whose gain would be that two iterations never meet.
# RUN: kernel-opt --cpu=znver4 %s | FileCheck %s
# RUN: kernel-opt --cpu=znver4 --format=json %s | FileCheck %s --check-prefix=JSON
# RUN: kernel-opt --cpu=znver4 --format=html %s | FileCheck %s --check-prefix=HTML
# RUN: kernel-opt --cpu=znver4 --bounds-only %s | FileCheck %s --check-prefix=BOUNDS
# CHECK: label .L0: 3.19 cy/it, limited by accesses that meet because of the data: if they never did, the loop would be 2.73x as fast (bounds alone: 1.17)
# CHECK-NEXT: at most: 18.00 cy/it, if line
# CHECK-NOT: next:
# CHECK: simulation
# CHECK: data 1.17 if accesses that data place never met. In a run on random data:
# CHECK-NEXT: line 42 reads what line 43 stored up to {{[1-6]?[0-9]}} iterations before, in {{[56][0-9]}} of 64 iterations
# JSON: "simulation": {
# JSON: "line_crossings": {
# JSON: "without_drawn": {
# JSON: "drawn": [
# JSON-NEXT: {
# JSON-NEXT: "source": 4,
# JSON-NEXT: "destination": 3,
# JSON-NEXT: "nearest": 1,
# JSON-NEXT: "farthest": {{[1-6]?[0-9]}},
# JSON-NEXT: "trips": {{[56][0-9]}}
# HTML: limited by accesses that meet because of the data
# BOUNDS: label .L0: 1.17 cy/it, limited by
# BOUNDS-NOT: data
#
# With 256 places near iterations seldom meet: the loop is as fast as if they
# never did, and advice goes on.
# RUN: sed 's/andl \$3, %%ecx/movzbl %%cl, %%ecx/' %s | kernel-opt --cpu=znver4 - | FileCheck %s --check-prefix=MANY
# MANY-NOT: because of the data
# MANY: data
# MANY-NEXT: reads what line 43 stored up to {{[1-6]?[0-9]}} iterations before, in {{[12]?[0-9]}} of 64 iterations
#
# Of all 32 bits nothing is left to say.
# RUN: sed '/andl \$3, %%ecx/d' %s | kernel-opt --cpu=znver4 - | FileCheck %s --check-prefix=ALL
# ALL-NOT: {{^}} data
.L0:
	movl (%rsi), %ecx
	addq $4, %rsi
	andl $3, %ecx
	addsd (%rdi,%rcx,8), %xmm0
	movsd %xmm0, (%rdi,%rcx,8)
	xorps %xmm0, %xmm0
	cmpq %rsi, %rdx
	jne .L0

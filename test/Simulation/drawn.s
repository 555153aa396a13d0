# Data decide which of four places an iteration updates: no bound can know it,
# and the simulation takes what happens on random data. No change of the loop is
# advised whose gain would be that two iterations never meet.
# RUN: kernel-opt --cpu=znver4 %s | FileCheck %s
# RUN: kernel-opt --cpu=znver4 --format=json %s | FileCheck %s --check-prefix=JSON
# RUN: kernel-opt --cpu=znver4 --format=html %s | FileCheck %s --check-prefix=HTML
# RUN: kernel-opt --cpu=znver4 --format=csv %s | FileCheck %s --check-prefix=CSV
# RUN: kernel-opt --cpu=znver4 --format=gcc %s | FileCheck %s --check-prefix=GCC
# RUN: kernel-opt --cpu=znver4 --format=sarif %s | FileCheck %s --check-prefix=SARIF
# RUN: kernel-opt --cpu=znver4 --bounds-only %s | FileCheck %s --check-prefix=BOUNDS
# RUN: kernel-opt --cpu=znver4 --bounds-only --format=json %s | FileCheck %s --check-prefix=PROVED
# CHECK: label .L0: 3.19 cy/it expected, limited by accesses that meet because of the data: if they never did, the loop would be 2.73x as fast (bounds alone: 1.17)
# CHECK-NEXT: {{^}}  at least: 1.17 cy/it, by the bounds alone{{$}}
# CHECK-NEXT: at most: 18.00 cy/it, if line
# CHECK-NOT: next:
# CHECK: simulation
# CHECK: data 1.17 if accesses that data place never met. In a run on random data:
# CHECK-NEXT: line [[#@LINE+56]] reads what line [[#@LINE+57]] stored up to {{[1-6]?[0-9]}} iterations before, in {{[56][0-9]}} of 64 iterations
# JSON: "worst": {
# JSON-NEXT: "cycles": 18.0,
# JSON: "limit": "data",
# JSON-NEXT: "bounds_limit": "issue",
# JSON-NEXT: "verdict": {
# JSON-NEXT: "limits": [
# JSON-NEXT: {
# JSON-NEXT: "limit": "data",
# JSON-NEXT: "ports": []
# JSON: "gain_percent": null,
# JSON-NEXT: "next": null
# JSON: "bounds_verdict": {
# JSON-NEXT: "limits": [
# JSON-NEXT: {
# JSON-NEXT: "limit": "issue",
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
# The limit that each format names is that of the headline, not the bounds'.
# CSV: .L0,{{.*}},3.19,data,yes,,1.17,18.00,
# GCC: note: 3.19 cy/it expected, limited by accesses that meet because of the data
# GCC-NEXT: note: at least: 1.17 cy/it, by the bounds alone{{$}}
# GCC-NEXT: note: at most: 18.00 cy/it, if line
# SARIF: "text": "{{.*}}: 3.19 cy/it expected, limited by accesses {{.*}}; at least: 1.17 cy/it, by the bounds alone; at most: 18.00 cy/it, if line
# SARIF: "limit": "data",
# PROVED: "limit": "issue",
# PROVED-NEXT: "bounds_limit": "issue",
# PROVED-NEXT: "verdict": {
# PROVED: "gain_percent": 15,
# PROVED: "bounds_verdict": null,
# HTML: limited by accesses that meet because of the data
# BOUNDS: label .L0: 1.17 cy/it, limited by
# BOUNDS-NOT: data
#
# With 256 places near iterations seldom meet: the loop is as fast as if they
# never did, and advice goes on.
# RUN: sed 's/andl \$3, %%ecx/movzbl %%cl, %%ecx/' %s | kernel-opt --cpu=znver4 - | FileCheck %s --check-prefix=MANY
# MANY-NOT: because of the data
# MANY: data
# MANY-NEXT: reads what line [[#@LINE+10]] stored up to {{[1-6]?[0-9]}} iterations before, in {{[12]?[0-9]}} of 64 iterations
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

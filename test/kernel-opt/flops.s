# Floating-point operations of a trip, and what they are of the core's peak. A
# fused multiply-add of 8 doubles counts 16, an addition of one 1; moves and
# integers count nothing. Two such multiply-adds a cycle are the peak, 32.
# RUN: kernel-opt --bounds-only --cpu=cascadelake %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=json %s | FileCheck %s --check-prefix=JSON
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=csv %s | FileCheck %s --check-prefix=CSV
# RUN: kernel-opt --cpu=cascadelake --function=chain --format=html %s | FileCheck %s --check-prefix=HTML
# A Zen 4 takes the vector in two cycles of each of its two pipes.
# RUN: kernel-opt --bounds-only --cpu=znver4 %s | FileCheck %s --check-prefix=ZEN
	.text
vectors:
.L0:
	vmovupd (%rdi,%rcx,8), %zmm0
	vfmadd213pd (%rsi,%rcx,8), %zmm1, %zmm0
	vmovupd %zmm0, (%rdi,%rcx,8)
	addq $8, %rcx
	cmpq %rdx, %rcx
	jne .L0
	ret
chain:
.L1:
	vaddsd (%rdi), %xmm0, %xmm0
	addq $8, %rdi
	cmpq %rdx, %rdi
	jne .L1
	ret
masked:
.L2:
	vmulps (%rdi), %zmm1, %zmm0 {%k1}
	addq $64, %rdi
	cmpq %rdx, %rdi
	jne .L2
	ret
integers:
.L3:
	addq (%rdi), %rax
	addq $8, %rdi
	cmpq %rdx, %rdi
	jne .L3
	ret
# CHECK: vectors ({{.*}}): 1.50 cy/it
# CHECK: rate: 0.{{[0-9]+}} cycles per element (8 a trip); {{[0-9.]+}} flop/cy, {{[0-9.]+}} % of the core's peak of 32 (fp64){{$}}
# CHECK: chain ({{.*}}): 4.00 cy/it
# CHECK: rate: 0.25 flop/cy, 0.8 % of the core's peak of 32 (fp64){{$}}
# CHECK: masked ({{.*}}): 4.00 cy/it
# CHECK: rate: 4.00 flop/cy, 6.3 % of the core's peak of 64 (fp32); elements that are masked off count, too{{$}}
# CHECK: integers (
# CHECK-NOT: rate:

# JSON: "function": "vectors"
# JSON: "cycles_per_element": 0.
# JSON: "flops": {
# JSON-NEXT: "per_trip": 16,
# JSON-NEXT: "per_cycle":
# JSON-NEXT: "peak_percent":
# JSON: "type": "fp64",
# JSON-NEXT: "per_trip": 16,
# JSON-NEXT: "peak_per_cycle": 32.0
# JSON: "counts_masked": false,
# JSON-NEXT: "shortest_vectors": false
# JSON: "function": "chain"
# JSON: "cycles_per_element": null,
# JSON: "per_cycle": 0.25,
# JSON-NEXT: "peak_percent": 0.8,
# JSON: "function": "masked"
# JSON: "counts_masked": true,
# JSON: "function": "integers"
# JSON: "flops": null

# CSV: ,worst,inlined,elements,flops,flops_per_cycle,peak_percent,model{{$}}
# CSV-NEXT: ,vectors,{{.*}},8,16,{{[0-9.]+,[0-9.]+,}}models/{{[^,]*$}}
# CSV-NEXT: ,chain,{{.*}},,1,0.25,0.8,{{[^,]*$}}
# CSV-NEXT: ,masked,{{.*}},,16,4.00,6.3,{{[^,]*$}}
# CSV-NEXT: ,integers,{{.*}},,,,,{{[^,]*$}}

# HTML: rate: 0.25 flop/cy, 0.8 % of the core's peak of 32 (fp64)

# ZEN: rate: {{.*}} % of the core's peak of 16 (fp64){{$}}

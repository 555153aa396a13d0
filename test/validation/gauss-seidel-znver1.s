# The 2-D Gauss-Seidel sweep on Zen with four source iterations per trip:
# assembly and figures from J. Laukemann, J. Hammer, G. Hager, G. Wellein:
# Automatic Throughput and Critical Path Analysis of x86 and ARM Assembly
# Kernels, PMBS 2019 (arXiv:1910.00214), and its artifact.
# Per source iteration: TP 2.00, LCD 11.50, CP 15.00; measured 11.83.
#
# RUN: kernel-opt --compat=osaca2019 --iterations-per-trip=4 --cpu=znver1 --format=json %s | FileCheck %s --check-prefix=JSON
# RUN: kernel-opt --compat=osaca2019 --iterations-per-trip=4 --cpu=znver1 %s | FileCheck %s --check-prefix=COMPAT
# RUN: kernel-opt --bounds-only --iterations-per-trip=4 --cpu=znver1 %s | FileCheck %s
# The paper's figures.
# JSON: "tp": {{[{]}}
# JSON-NEXT: "cycles": 8.0,
# JSON-NEXT: "exact": "8",
# JSON-NEXT: "cycles_per_source_iteration": 2.0,
# JSON: "lcd": {{[{]}}
# JSON-NEXT: "cycles": 46.0,
# JSON-NEXT: "exact": "46",
# JSON-NEXT: "cycles_per_source_iteration": 11.5,
# JSON: "cp": {{[{]}}
# JSON-NEXT: "cycles": 60.0,
# JSON-NEXT: "exact": "60",
# JSON-NEXT: "cycles_per_source_iteration": 15.0,
#
# 12 loads and 4 stores on the two address units: 16/2. 10 additions of 3 and 4
# multiplications of 4: 46.
# COMPAT: gs ({{.*}}, label ..B1.75, marked region): 46.00 cy/it (11.50 cy/src-it), limited by latency
# COMPAT: ports 8.00 16 instructions on agu0 agu1, each micro-op spread evenly over its ports
# COMPAT: LCD 46.00 46 cycles around 14 steps, once per iteration
# A load of 4, 12 additions and 4 multiplications: 52, a store of 4.
# COMPAT: CP 60.00 longest path through one iteration, 18 steps
# COMPAT: bracket [46.00, 60.00] = [11.50, 15.00] cy/src-it with 4 source iterations per trip
# A store is bound to the address units only.
# COMPAT: {{^ +}}0.50 0.50 1 4 {{[0-9]+}} vmovsd %xmm1, 32(%r12,%r13)
# COMPAT: {{^ +}}0.75 0.75 0.75 0.75 8.00 8.00 2.00 2.00 6.00 6.00 36 46 60 total
#
# By default a load takes 7 and a store 1, and a store also takes fp2 for its data
# and one of the store slots, so CP is 7 + 52 + 1 = 60, too.
# CHECK: gs ({{.*}}, label ..B1.75, marked region): 46.00 cy/it (11.50 cy/src-it), limited by latency
# CHECK: ports 8.00 16 micro-ops of 16 instructions on agu0 agu1: 16/2
# CHECK-NEXT: unit 4.00 4 micro-ops of 4 instructions on st: 4/1
# CHECK-NEXT: issue 4.80 24 instructions / 5
# CHECK-NEXT: LCD 46.00 46 cycles around 14 steps, once per iteration
# CHECK: CP 60.00 longest path through one iteration, 18 steps
# CHECK-NEXT: vmovsd 8(%r12,%r11), %xmm2 +7{{$}}
# CHECK: vmovsd %xmm1, 32(%r12,%r13) (store) +1{{$}}
# CHECK: bracket [46.00, 60.00] = [11.50, 15.00] cy/src-it with 4 source iterations per trip
# CHECK: {{^ +}}0.75 0.75 0.75 0.75 8.00 8.00 2.00 2.00 8.00 8.00 4.00 24 46 60 total
	.text
	.globl gs
gs:
	movl $111, %ebx
	.byte 100
	.byte 103
	.byte 144
# LLVM-MCA-BEGIN
..B1.75:
	vmovsd 8(%r12,%r11), %xmm2
	incq %r15
	vaddsd 16(%r12,%r13), %xmm2, %xmm3
	vaddsd 8(%r12,%r10), %xmm3, %xmm4
	vaddsd %xmm1, %xmm4, %xmm1
	vmulsd %xmm1, %xmm0, %xmm5
	vmovsd %xmm5, 8(%r12,%r13)
	vaddsd 16(%r12,%r11), %xmm5, %xmm6
	vaddsd 24(%r12,%r13), %xmm6, %xmm7
	vaddsd 16(%r12,%r10), %xmm7, %xmm8
	vmulsd %xmm8, %xmm0, %xmm9
	vmovsd %xmm9, 16(%r12,%r13)
	vaddsd 24(%r12,%r11), %xmm9, %xmm10
	vaddsd 32(%r12,%r13), %xmm10, %xmm11
	vaddsd 24(%r12,%r10), %xmm11, %xmm12
	vmulsd %xmm12, %xmm0, %xmm13
	vmovsd %xmm13, 24(%r12,%r13)
	vaddsd 32(%r12,%r11), %xmm13, %xmm14
	vaddsd 40(%r12,%r13), %xmm14, %xmm15
	vaddsd 32(%r12,%r10), %xmm15, %xmm1
	vmulsd %xmm1, %xmm0, %xmm1
	vmovsd %xmm1, 32(%r12,%r13)
	addq $32, %r12
	cmpq %rbx, %r15
	jb ..B1.75
# LLVM-MCA-END
	movl $222, %ebx
	.byte 100
	.byte 103
	.byte 144
	ret

# The 2-D Gauss-Seidel sweep on Cascade Lake with four source iterations per trip:
# assembly and figures from J. Laukemann, J. Hammer, G. Hager, G. Wellein:
# Automatic Throughput and Critical Path Analysis of x86 and ARM Assembly
# Kernels, PMBS 2019 (arXiv:1910.00214), and its artifact.
# Per source iteration: TP 2.19, LCD 14.00, CP 18.00; measured 14.02.
#
# RUN: kernel-opt --compat=osaca2019 --iterations-per-trip=4 --cpu=cascadelake --format=json %s | FileCheck %s --check-prefix=JSON
# RUN: kernel-opt --compat=osaca2019 --iterations-per-trip=4 --cpu=cascadelake %s | FileCheck %s --check-prefix=COMPAT
# RUN: kernel-opt --bounds-only --iterations-per-trip=4 --cpu=cascadelake %s | FileCheck %s
# The paper's figures: 35/4 = 8.75 per trip is 2.19.
# JSON: "tp": {{[{]}}
# JSON-NEXT: "cycles": 8.75,
# JSON-NEXT: "exact": "35/4",
# JSON-NEXT: "cycles_per_source_iteration": 2.1875,
# JSON: "lcd": {{[{]}}
# JSON-NEXT: "cycles": 56.0,
# JSON-NEXT: "exact": "56",
# JSON-NEXT: "cycles_per_source_iteration": 14.0,
# JSON: "cp": {{[{]}}
# JSON-NEXT: "cycles": 72.0,
# JSON-NEXT: "exact": "72",
# JSON-NEXT: "cycles_per_source_iteration": 18.0,
#
# COMPAT: gs ({{.*}}, label ..B1.75, marked region): 56.00 cy/it (14.00 cy/src-it), limited by latency
# COMPAT: LCD 56.00 56 cycles around 14 steps, once per iteration
# A load of 4, 16 times 4, a store of 4.
# COMPAT: CP 72.00 longest path through one iteration, 18 steps
# COMPAT-NEXT: vmovsd 8(%r12,%r11), %xmm2 +4{{$}}
# COMPAT: vmovsd %xmm1, 32(%r12,%r13) (store) +4{{$}}
# COMPAT: bracket [56.00, 72.00] = [14.00, 18.00] cy/src-it with 4 source iterations per trip
# COMPAT: {{^ +}}8.75 8.75 8.00 8.00 4.00 0.75 0.75 40 56 72 total
#
# By default: 16 operations on p0 and p1, 8.00; 25 instructions, 11 of which
# un-laminate and two of which fuse, 35 slots of four: 8.75. The load takes 5 and
# the store 1, so CP is 70.
# CHECK: gs ({{.*}}, label ..B1.75, marked region): 56.00 cy/it (14.00 cy/src-it), limited by latency
# CHECK: ports 8.00 16 micro-ops of 16 instructions on p0 p1: 16/2
# CHECK-NEXT: issue 8.75 35 issue slots / 4
# CHECK-NEXT: LCD 56.00 56 cycles around 14 steps, once per iteration
# CHECK: CP 70.00 longest path through one iteration, 18 steps
# CHECK-NEXT: vmovsd 8(%r12,%r11), %xmm2 +5{{$}}
# CHECK: vmovsd %xmm1, 32(%r12,%r13) (store) +1{{$}}
# CHECK: bracket [56.00, 70.00] = [14.00, 17.50] cy/src-it with 4 source iterations per trip
# CHECK: f cmpq %rbx, %r15
# CHECK: {{^ +}}8.00 8.00 8.00 8.00 4.00 1.50 1.50 35 56 70 total
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
	vaddsd 32(%r12,%r10), %xmm15, %xmm16
	vmulsd %xmm16, %xmm0, %xmm1
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

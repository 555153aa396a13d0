// The 2-D Gauss-Seidel sweep on ThunderX2 with four source iterations per trip:
// assembly and figures from J. Laukemann, J. Hammer, G. Hager, G. Wellein:
// Automatic Throughput and Critical Path Analysis of x86 and ARM Assembly
// Kernels, PMBS 2019 (arXiv:1910.00214), Table II, and its artifact.
// Per source iteration: TP 2.46, LCD 18.00, CP 25.00; measured 18.50.
//
// RUN: kernel-opt --compat=osaca2019 --iterations-per-trip=4 --cpu=thunderx2t99 --format=json %s | FileCheck %s --check-prefix=JSON
// RUN: kernel-opt --compat=osaca2019 --iterations-per-trip=4 --cpu=thunderx2t99 %s | FileCheck %s --check-prefix=COMPAT
// RUN: kernel-opt --bounds-only --iterations-per-trip=4 --cpu=thunderx2t99 %s | FileCheck %s
// The paper's figures: 59/6 = 9.83 per trip is 2.46.
// JSON: "tp": {{[{]}}
// JSON-NEXT: "cycles": 9.833333,
// JSON-NEXT: "exact": "59/6",
// JSON-NEXT: "cycles_per_source_iteration": 2.458333,
// JSON: "lcd": {{[{]}}
// JSON-NEXT: "cycles": 72.0,
// JSON-NEXT: "exact": "72",
// JSON-NEXT: "cycles_per_source_iteration": 18.0,
// JSON: "cp": {{[{]}}
// JSON-NEXT: "cycles": 100.0,
// JSON-NEXT: "exact": "100",
// JSON-NEXT: "cycles_per_source_iteration": 25.0,
//
// COMPAT: gs ({{.*}}, label .L20, marked region): 72.00 cy/it (18.00 cy/src-it), limited by latency
// COMPAT: ports 9.83 21 instructions on p0 p1, each micro-op spread evenly over its ports
// COMPAT: LCD 72.00 72 cycles around 12 steps, once per iteration
// The critical path, instruction by instruction.
// COMPAT: CP 100.00 longest path through one iteration, 18 steps
// COMPAT-NEXT: ldr d31, [x15, x18, lsl 3] +4{{$}}
// COMPAT-NEXT: fadd d1, d31, d0 +6{{$}}
// COMPAT-NEXT: fadd d3, d1, d30 +6{{$}}
// COMPAT-NEXT: fadd d4, d3, d2 +6{{$}}
// COMPAT-NEXT: fmul d5, d4, d9 +6{{$}}
// COMPAT-NEXT: str d5, [x14], 8 (address update) +4{{$}}
// COMPAT-NEXT: ldr d6, [x14, x18, lsl 3] +4{{$}}
// COMPAT-NEXT: fadd d17, d6, d16 +6{{$}}
// COMPAT-NEXT: fadd d18, d17, d5 +6{{$}}
// COMPAT-NEXT: fadd d19, d18, d7 +6{{$}}
// COMPAT-NEXT: fmul d20, d19, d9 +6{{$}}
// COMPAT-NEXT: fadd d25, d24, d20 +6{{$}}
// COMPAT-NEXT: fadd d26, d25, d22 +6{{$}}
// COMPAT-NEXT: fmul d27, d26, d9 +6{{$}}
// COMPAT-NEXT: fadd d2, d31, d27 +6{{$}}
// COMPAT-NEXT: fadd d0, d2, d29 +6{{$}}
// COMPAT-NEXT: fmul d30, d0, d9 +6{{$}}
// COMPAT-NEXT: str d30, [x15, -8] (store) +4{{$}}
// COMPAT: bracket [72.00, 100.00] = [18.00, 25.00] cy/src-it with 4 source iterations per trip
// COMPAT: mode: --compat=osaca2019, figures as in OSACA's paper of 2019
// Table II: the columns are p0 to p5, issue slots, LCD and CP.
// COMPAT: {{^ +}}p0 p1 p2 p3 p4 p5 slots LCD CP line instruction
// COMPAT: {{^ +}}0.50 0.50 1 4 {{[0-9]+}} ldr d31, [x15, x18, lsl 3]
// COMPAT: {{^ +}}0.50 0.50 1 {{[0-9]+}} mov x14, x15
// COMPAT: {{^ +}}0.33 0.33 0.33 1 {{[0-9]+}} add x16, x15, 24
// COMPAT: {{^ +}}0.50 0.50 1 6 {{[0-9]+}} fadd d1, d31, d0
// COMPAT: {{^ +}}0.50 0.50 1 6 6 {{[0-9]+}} fadd d3, d1, d30
// COMPAT: {{^ +}}0.50 0.50 1.00 2 4 {{[0-9]+}} str d5, [x14], 8
// COMPAT: {{^ +}}0.50 0.50 1 4 {{[0-9]+}} ldr d6, [x14, x18, lsl 3]
// COMPAT: {{^ +}}0.50 0.50 1.00 2 4 {{[0-9]+}} str d30, [x15, -8]
// COMPAT: {{^ +}}9.83 9.83 1.33 8.00 8.00 4.00 42 72 100 total
//
// By default: 17 FP operations on two ports and 38 slots of four, 9.50 (2.38). The
// updated x14 does not wait for d5: a load of 5, 13 times 6, a store of 1: 84.
// CHECK: gs ({{.*}}, label .L20, marked region): 72.00 cy/it (18.00 cy/src-it), limited by latency
// CHECK: ports 8.50 17 micro-ops of 17 instructions on p0 p1: 17/2
// CHECK-NEXT: issue 9.50 38 issue slots / 4
// CHECK-NEXT: LCD 72.00 72 cycles around 12 steps, once per iteration
// CHECK: CP 84.00 longest path through one iteration, 15 steps
// CHECK-NEXT: ldr d31, [x15, x18, lsl 3] +5
// CHECK-NOT: str d5
// CHECK: bracket [72.00, 84.00] = [18.00, 21.00] cy/src-it with 4 source iterations per trip
// CHECK: {{^ +}}8.50 8.50 5.00 8.00 8.00 4.00 38 72 84 total
	.text
	.globl gs
gs:
	mov x1, #111
	.byte 213,3,32,31
.L20:
	ldr d31, [x15, x18, lsl 3]
	ldr d0, [x15, 8]
	mov x14, x15
	add x16, x15, 24
	ldr d2, [x15, x30, lsl 3]
	add x15, x15, 32
	fadd d1, d31, d0
	fadd d3, d1, d30
	fadd d4, d3, d2
	fmul d5, d4, d9
	str d5, [x14], 8
	ldr d6, [x14, x18, lsl 3]
	ldr d16, [x14, 8]
	add x13, x14, 8
	ldr d7, [x14, x30, lsl 3]
	fadd d17, d6, d16
	fadd d18, d17, d5
	fadd d19, d18, d7
	fmul d20, d19, d9
	str d20, [x15, -24]
	ldr d21, [x13, x18, lsl 3]
	ldr d23, [x14, 16]
	ldr d22, [x13, x30, lsl 3]
	fadd d24, d21, d23
	fadd d25, d24, d20
	fadd d26, d25, d22
	fmul d27, d26, d9
	str d27, [x14, 8]
	ldr d30, [x15]
	ldr d28, [x16, x18, lsl 3]
	ldr d29, [x16, x30, lsl 3]
	fadd d31, d28, d30
	fadd d2, d31, d27
	fadd d0, d2, d29
	fmul d30, d0, d9
	str d30, [x15, -8]
	cmp x7, x15
	bne .L20
	mov x1, #222
	.byte 213,3,32,31
	ret

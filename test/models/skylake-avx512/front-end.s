# Instructions of 10 bytes stand 3 or 4 in a window of 32 bytes, and a cycle
# delivers one window.
# RUN: kernel-opt --bounds-only --cpu=cascadelake %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=csv %s | FileCheck %s --check-prefix=CSV
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=json %s | FileCheck %s --check-prefix=JSON
# RUN: clang -c %s -o %t.o --target=x86_64-linux-gnu
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=csv %t.o | FileCheck %s --check-prefix=OBJ
# RUN: kernel-opt --bounds-only --cpu=cascadelake %t.o | FileCheck %s --check-prefix=OTEXT
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=json %t.o | FileCheck %s --check-prefix=OJSON
# RUN: kernel-opt --cpu=cascadelake --compat=osaca2019 %s | FileCheck %s --check-prefix=COMPAT
# COMPAT-NOT: code {{.*}}window

# 18 instructions and the fused pair at 180: 19 issue slots / 4 are 4.75. Six
# windows, the last with three micro-ops: 6 cycles (measured: 6.02).
# Twice that without the counter in the middle is 365 bytes, 11 cycles for both
# (measured: 10.97).
# CHECK-LABEL: {{^}}windows{{.*}}limited by the front end
# CHECK-NEXT: next: unrolling by 2 would give 5.50 cy/it
# CHECK: issue      4.75
# CHECK: code       6.00  6 windows of code{{$}}
# CSV: ,windows,{{.*}},6.00,frontend
# OBJ: ,windows,{{.*}},6.00,frontend
# JSON: "limit": "frontend"
# JSON: "frontend": {
# JSON-NEXT: "cycles": 6.0
# JSON-NEXT: "exact": "6"
# JSON-NEXT: "windows": 6
# JSON-NEXT: "decoded_windows": 0
# JSON-NEXT: "decoded_blocks": 0
# JSON-NEXT: "alignment_known": true
	.p2align 6
	.type windows, @function
windows:
	.rept 18
	nopw %cs:0x200(%rax,%rax)
	.endr
	decq %rdi
	jne windows
	ret

# 19 of them: the pair of 5 bytes at 190 crosses byte 192, so that its fetch group
# of 64 bytes, two windows, is decoded anew: six instructions and the pair, in two
# groups of four. The other four windows take a cycle each, and so does the switch:
# 4 + 2 + 1 = 7 (measured: 7.02). Five blocks and the switch alone would be 6. At
# another place, as the object's alignment of 64 leaves none, it would be less.
# CHECK-LABEL: {{^}}boundary{{.*}}limited by the front end
# CHECK-NEXT: next: jumps off 32-byte boundaries (line [[#@LINE+12]]; -mbranches-within-32B-boundaries) would give 6.00 cy/it{{$}}
# CHECK: code       7.00  6 windows of code, 2 of them decoded anew in 5 blocks, cache 4 cycles, decoders 2.00 cycles, switch 1 cycle{{$}}
# CHECK-NEXT: jne boundary{{.*}}crosses or ends on a boundary
# CSV: ,boundary,{{.*}},7.00,frontend
# OBJ: ,boundary,{{.*}},7.00,frontend
	.p2align 6
	.type boundary, @function
boundary:
	.rept 19
	nopw %cs:0x200(%rax,%rax)
	.endr
	decq %rdi
	jne boundary
	ret

# 100 of them without an alignment: 101 issue slots / 4 are 25.25. 1005 bytes
# touch 32 windows; at the best place one of them has two micro-ops or less, and
# no jump is on a boundary.
# CHECK-LABEL: {{^}}somewhere
# CHECK: code      31.00  32 windows of code; alignment not known, the best one taken
# CSV: ,somewhere,{{.*}},31.00,frontend
	.p2align 6
	ret
	.type somewhere, @function
somewhere:
	.rept 100
	nopw %cs:0x200(%rax,%rax)
	.endr
	decq %rdi
	jne somewhere
	ret

# 7 micro-ops in one window: six in one cycle, and the last in another (measured:
# 2.00), where the issue width alone would allow 1.75.
# CHECK-LABEL: {{^}}seven{{.*}}2.00 cy/it, limited by the front end
# CHECK: issue      1.75
# CHECK: code       2.00  1 window of code, 7 micro-ops, 6 a cycle{{$}}
# CSV: ,seven,{{.*}},2.00,frontend
# OBJ: ,seven,{{.*}},2.00,frontend
	.p2align 6
	.type seven, @function
seven:
	.rept 6
	nopl 0x20(%rax)
	.endr
	decq %rdi
	jne seven
	ret

# Seven micro-ops stand before byte 64, and as a jump crosses byte 96 all behind is
# decoded, five of 8 to 3 bytes and the pair. From the cache 6 micro-ops a cycle: 2,
# decoders 2, switch 1: 5 (measured: 4.98).
# OTEXT-LABEL: {{^}}switch{{.*}}5.00 cy/it, limited by the front end
# OTEXT: code       5.00  2 windows of code, 1 of them decoded anew in 2 blocks, cache 2 cycles, decoders 2.00 cycles, switch 1 cycle{{$}}
# OBJ: ,switch,{{.*}},5.00,frontend
# OJSON: "function": "switch"
# OJSON: "delivery_cycles": 2
# OJSON-NEXT: "switch_cycles": 1
	.p2align 6
	ret
	.skip 42
	.type switch, @function
switch:
	.rept 7
	nopl (%rax)
	.endr
	nopl 0x200(%rax,%rax)
	nopl 0x200(%rax,%rax)
	nopl 8(%rax)
	nopl (%rax)
	nopl (%rax)
	subq $1, %r15
	jne switch
	ret

# Four of 1 byte and the pair from byte 23 on. Six count in the first block, as
# the branch has its opcode there: 2 cycles, and 1 for its end (measured: 3.00).
# OTEXT-LABEL: {{^}}opcode{{.*}}3.00 cy/it, limited by the front end
# OTEXT: code       3.00  1 window of code, 1 of them decoded anew in 2 blocks, 3 cycles{{$}}
# OBJ: ,opcode,{{.*}},3.00,frontend
	.p2align 6
	ret
	.skip 22
	.type opcode, @function
opcode:
	nop
	nop
	nop
	nop
	subq $1, %r15
	jne opcode
	ret

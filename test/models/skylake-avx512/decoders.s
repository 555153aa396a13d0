# What the micro-op cache does not hold goes through the decoders. Windows of 32
# bytes, in each of which a jump crosses the end: all are decoded in every trip.
# RUN: kernel-opt --bounds-only --cpu=cascadelake %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=json %s | FileCheck %s --check-prefix=JSON
# RUN: kernel-opt --cpu=cascadelake --simulate --format=csv %s | FileCheck %s --check-prefix=SIM
# RUN: kernel-opt --bounds-only --cpu=icelake-server %s | FileCheck %s --check-prefix=ICL
# ICL-NOT: decoded anew

# Four windows of two blocks of 16 bytes, and 3 cycles for each of the three
# 66 bb 34 12: 4 x 2 + 9. The pair at 127 is decoded with its window, and ends in
# a block of its own: 18 (measured: 17.9; without the prefixes 9.0).
# CHECK-LABEL: {{^}}prefixes{{.*}}limited by the front end
# CHECK: code      18.00  {{.*}}decoded anew in 9 blocks, 18 cycles{{$}}
# CHECK: movw $0x1234, %bx  length-changing prefix{{$}}
# CHECK: movw $0x1234, %bx  length-changing prefix{{$}}
# CHECK: movw $0x1234, %bx  length-changing prefix{{$}}
# JSON: "predecode_cycles": 18,
# JSON: "length_changing": [
# SIM: ,prefixes,{{.*}},18.00,frontend,yes,,18.00,18.00,,{{.*}},exact
	.p2align 6
	.type prefixes, @function
prefixes:
	nop
	.rept 3
	movw $0x1234, %bx
	nopl 0x200(%rax,%rax)
	nopl 0x200(%rax,%rax)
	nopl 0x200(%rax)
	nopl (%rax)
	jo 1f
1:
	.endr
	nopl 0x200(%rax,%rax)
	nopl 0x200(%rax,%rax)
	nopl 0x200(%rax,%rax)
	nopw 8(%rax,%rax)
	decq %rdi
	jne prefixes
	ret

# Instructions of two micro-ops go to the first of four decoders: three groups of
# one and one of four; the jump is alone, as the next group begins with a bswap:
# 5 for a window (measured: 5.07), though its code is two blocks. The nop at the
# start is a group, too: 4 x 5 + 1. The last window, of the pair, is decoded with
# the rest.
# CHECK-LABEL: {{^}}complex{{.*}}limited by the front end
# CHECK: code      21.00  {{.*}}decoded anew in 9 blocks, decoders 21.00 cycles{{$}}
# CHECK: bswap %rax  only for the first decoder{{$}}
# JSON: "decoders": {
# JSON: "cycles": 21.0
# JSON: "first_decoder": [
# SIM: ,complex,{{.*}},21.00,frontend,yes,,21.00,21.00,,{{.*}},exact
	.p2align 6
	.type complex, @function
complex:
	nop
	.rept 4
	bswap %rax
	bswap %rbx
	bswap %rcx
	bswap %rdx
	nopl 0x200(%rax,%rax)
	nopl 0x200(%rax)
	nopl (%rax)
	jo 1f
1:
	.endr
	decq %rdi
	jne complex
	ret

# LLVM alone knows pause, and as four micro-ops: no reason to ask for the first
# decoder.
# CHECK-LABEL: {{^}}llvm_only{{.*}}limited by
# CHECK-NOT: first decoder
	.p2align 6
	.type llvm_only, @function
llvm_only:
	nop
	.rept 4
	nopl (%rax)
	nopl (%rax)
	nopl (%rax)
	nopl (%rax)
	nopl (%rax)
	nopl (%rax)
	pause
	pause
	pause
	pause
	nopl 8(%rax)
	jo 1f
1:
	.endr
	decq %rdi
	jne llvm_only
	ret

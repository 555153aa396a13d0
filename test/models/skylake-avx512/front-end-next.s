# What would help where the code stands or how much of it there is decides.
# RUN: clang -c %s -o %t.o --target=x86_64-linux-gnu
# RUN: kernel-opt --bounds-only --cpu=cascadelake %t.o | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=json %t.o | FileCheck %s --check-prefix=JSON
.text

# Two instructions of 10 bytes and the fused pair of 5, from byte 40 on: the pair
# at 60 ends at 65, over a boundary, so that all 25 bytes are decoded in each
# trip, in the blocks of 16 bytes from 32, 48 and 64: 3 cycles. From a multiple of
# 32 on they end at 25, in one window of the micro-op cache: 1 cycle, which the
# counter takes, too. Padding before the jump alone would leave two windows.
# CHECK: astride{{.*}} 3.00 cy/it, limited by the front end
# CHECK-NEXT: next: aligning the loop (-falign-loops=32) would give 1.00 cy/it{{$}}
# CHECK: code       3.00  1 window of code, 1 of them decoded anew in 3 blocks
# CHECK-NEXT: 0x3f: jne 0x28  crosses or ends on a boundary
# JSON: "kind": "align-loop",
# JSON-NEXT: "count": 32,
	.p2align 6
	.type astride, @function
	.skip 40, 0x90
astride:
	.rept 2
	nopw %cs:0x200(%rax,%rax)
	.endr
	decq %rdi
	jne astride
	ret

# The same body where its pair ends at byte 61: nothing to align.
# CHECK: placed{{.*}} 1.00 cy/it
# CHECK-NOT: next: aligning
# CHECK: large
	.p2align 6
	.type placed, @function
	.skip 36, 0x90
placed:
	.rept 2
	nopw %cs:0x200(%rax,%rax)
	.endr
	decq %rdi
	jne placed
	ret

# 1,200 instructions of 8 bytes, four in a window of 32, and a window for the
# pair: 301 windows, each with a line of the micro-op cache, which has 256. The
# other 45 are decoded in 2 blocks of 16 bytes each. The window of the pair, one
# micro-op, comes together with another: 255 + 90 = 345. If all fitted, issue were
# the limit: 1201 / 4.
# CHECK-SAME: {{.*}} 345.00 cy/it, limited by the front end
# CHECK-NEXT: next: less unrolling, so that 45 of 301 windows of code fit the micro-op cache, too, would give 300.25 cy/it{{$}}
# CHECK: issue    300.25
# CHECK: code     345.00  301 windows of code, 45 of them decoded anew in 90 blocks
# JSON: "kind": "fit-cache",
# JSON-NEXT: "count": 45,
	.p2align 6
	.type large, @function
large:
	.rept 1200
	nopl 0x200(%rax,%rax)
	.endr
	decq %rdi
	jne large
	ret

# 1,000 of them fit.
# CHECK: fits{{.*}} cy/it
# CHECK-NOT: next: less unrolling
	.p2align 6
	.type fits, @function
fits:
	.rept 1000
	nopl 0x200(%rax,%rax)
	.endr
	decq %rdi
	jne fits
	ret

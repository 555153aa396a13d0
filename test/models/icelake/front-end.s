# On the client the loop buffer holds 70 micro-ops: a loop of so many is not bound by
# windows of code. What is longer takes a cycle for each line of six micro-ops, of
# which those of one or two may come along with another: 101 slots / 5 are 20.20. On
# the server no loop buffer shows: 13 micro-ops take 3.0 cycles, as measured.
# RUN: kernel-opt --bounds-only --cpu=icelake-client --format=json %s | FileCheck %s
# RUN: kernel-opt --cpu=icelake-server %s | FileCheck --check-prefix=LINES %s

# CHECK: "function": "fits"
# CHECK: "limit": "issue"
# CHECK: "windows": 0
# CHECK: "function": "exceeds"
# CHECK: "limit": "issue"
# CHECK: "frontend": {
# CHECK-NEXT: "cycles": 16.0
# CHECK-NEXT: "exact": "16"
# CHECK-NEXT: "windows": 16
# CHECK-NEXT: "decoded_windows": 0
# LINES: short ({{.*}}): 3.00 cy/it expected, limited by the front end (3 lines of the micro-op cache, 3.00 cy/it expected)
# LINES: code {{ *}}2.00  1 window of code in 3 lines of the micro-op cache, 3.00 cy/it expected
	.p2align 6
	.type fits, @function
fits:
	.rept 69
	nopw %cs:0x200(%rax,%rax)
	.endr
	decq %rdi
	jne fits
	ret

# 1005 bytes from a multiple of 64 on.
	.p2align 6
	.type exceeds, @function
exceeds:
	.rept 100
	nopw %cs:0x200(%rax,%rax)
	.endr
	decq %rdi
	jne exceeds
	ret

# 13 micro-ops: 6, 6 and 1.
	.p2align 6
	.type short, @function
short:
	.rept 12
	nopl (%rax)
	.endr
	decq %rdi
	jne short
	ret

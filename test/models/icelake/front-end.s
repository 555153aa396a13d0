# The loop buffer holds 70 micro-ops: a loop of so many is not bound by windows of
# code. What is longer takes a cycle for each 64 bytes, seldom more than rename:
# 101 slots / 5 are 20.20.
# RUN: kernel-opt --bounds-only --cpu=icelake-server --format=json %s | FileCheck %s

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

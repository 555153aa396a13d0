# Without the jump erratum no window is decoded anew, where Cascade Lake decodes
# the one with the jump and the one before.
# RUN: kernel-opt --bounds-only --cpu=cooperlake --format=json %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=json %s | FileCheck %s --check-prefix=CLX
# RUN: kernel-opt --bounds-only --cpu=skylake --format=json %s | FileCheck %s --check-prefix=CLX

# The pair of 5 bytes at 190 crosses byte 192. Six windows, one of 3 micro-ops and
# the pair: 6 cycles; Cascade Lake decodes the last two, see
# ../skylake-avx512/front-end.s: 7.
# CHECK: "frontend": {
# CHECK-NEXT: "cycles": 6.0
# CHECK-NEXT: "exact": "6"
# CHECK-NEXT: "windows": 6
# CHECK-NEXT: "decoded_windows": 0
# CLX: "frontend": {
# CLX-NEXT: "cycles": 7.0
# CLX-NEXT: "exact": "7"
# CLX-NEXT: "windows": 6
# CLX-NEXT: "decoded_windows": 2
# CLX-NEXT: "decoded_blocks": 5
	.p2align 6
	.type boundary, @function
boundary:
	.rept 19
	nopw %cs:0x200(%rax,%rax)
	.endr
	decq %rdi
	jne boundary
	ret

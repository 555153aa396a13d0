# A cycle delivers one line of the micro-op cache: up to 8 instructions that end
# in the same 64 bytes.
# Zen 2 has the same lines; Zen 1 also counts instructions, five a cycle.
# RUN: kernel-opt --bounds-only --cpu=znver2 %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=znver1 %s | FileCheck %s --check-prefix=ZEN1
# RUN: kernel-opt --bounds-only --cpu=znver1 --format=json %s | FileCheck %s --check-prefix=JSON

# 18 instructions of 10 bytes, 6 in each 64 bytes (the seventh ends in the next
# ones): 6 + 6 + 6, the last with dec and jne as two more, which do not fuse and
# end at 185: 3 lines. The 20 slots are 20/6 = 3.33,
# the 20 instructions 20/5 = 4.00.
# ZEN1-LABEL: {{^}}small{{.*}}4.00 cy/it, limited by 5 instructions/cy
# CHECK-LABEL: {{^}}small{{.*}}3.33 cy/it, limited by issue width
# CHECK-NOT: code {{.*}}window
	.p2align 6
	.type small, @function
small:
	.rept 18
	nopw %cs:0x200(%rax,%rax)
	.endr
	decq %rdi
	jne small
	ret

# 12 bytes each, so that 5 or 6 end in 64 bytes: 24 and dec and jne are 293 bytes
# in 5 windows, a line each: 5. The slots are 26/6 = 4.33,
# the instructions 26/5 = 5.20.
# ZEN1-LABEL: {{^}}big{{.*}}5.20 cy/it
# CHECK-LABEL: {{^}}big{{.*}}5.00 cy/it, limited by the front end
# CHECK: code       5.00  5 windows of code in 5 lines of the micro-op cache{{$}}
# JSON: "windows": 5
# JSON: "lines": 5
	.p2align 6
	.type big, @function
big:
	.rept 24
	nopw %cs:0x200(%r8d,%r8d)
	.endr
	decq %rdi
	jne big
	ret

# Each of several taken branches takes 2 cycles.
# CHECK-LABEL: {{^}}branches{{.*}}4.00 cy/it, limited by taken branches
	.p2align 6
	.type branches, @function
branches:
	jmp .Lover
	.p2align 6
.Lover:
	decq %rdi
	jne branches
	ret

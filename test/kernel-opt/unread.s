# A statement that is not understood is a warning with its place, and makes the
# figures of its loop incomplete; other loops are not touched by it.
# RUN: kernel-opt --bounds-only --model=%toy --target=x86_64 %s 2>&1 | FileCheck %s
# RUN: kernel-opt --bounds-only --model=%toy -q --target=x86_64 %s 2>&1 | FileCheck %s --check-prefix=QUIET
# RUN: kernel-opt --bounds-only --model=%toy --format=json --target=x86_64 %s 2>/dev/null | FileCheck %s --check-prefix=JSON
# CHECK: {{.*}}unread.s:[[#@LINE+14]]:2: warning: {{.+}}
# CHECK: label .L0): 4.00 cy/it
# CHECK-NEXT: incomplete: 1 statement not understood; the true figure may be higher
# CHECK: label .L1): 4.00 cy/it
# CHECK-NOT: incomplete
# QUIET-NOT: warning:
# QUIET: incomplete: 1 statement not understood
# JSON: "complete": false,
# JSON: "not_understood": 1,
# JSON: "warnings": [
# JSON-NEXT: unread.s:[[#@LINE+4]]:2:
f:
.L0:
	vaddpd %xmm0, %xmm1, %xmm1
	frobnicate %xmm0, %xmm1
	decq %rdi
	jne .L0
.L1:
	vaddpd %xmm0, %xmm1, %xmm1
	decq %rdi
	jne .L1

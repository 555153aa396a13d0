# What a change would give is known only if the whole loop is modelled: a loop
# with a call, an instruction without data or a statement that was not read gets
# no advice. Without these it does.
# RUN: kernel-opt --bounds-only --cpu=cascadelake --target=x86_64 %s | FileCheck %s --check-prefix=WHOLE
# RUN: sed -e 's/^#CALL //' %s > %t.call.s
# RUN: kernel-opt --bounds-only --cpu=cascadelake --target=x86_64 %t.call.s | FileCheck %s --check-prefix=PART
# RUN: sed -e 's/^#UNREAD //' %s > %t.unread.s
# RUN: kernel-opt --bounds-only --cpu=cascadelake --target=x86_64 %t.unread.s 2>/dev/null | FileCheck %s --check-prefix=PART
# RUN: kernel-opt --bounds-only --cpu=cascadelake --target=x86_64 --format=json %t.call.s | FileCheck %s --check-prefix=JSON
# RUN: sed -e 's/^#NODATA //' %s > %t.nodata.s
# RUN: kernel-opt --bounds-only --model=%toy %t.nodata.s | FileCheck %s --check-prefix=PART
# WHOLE: limited by latency
# WHOLE: next: 4 independent accumulators
# PART: incomplete:
# PART-NOT: next:
# JSON: "next": null
f:
.L0:
	vaddpd (%rdi,%rax,8), %ymm1, %ymm1
#CALL 	callq sin
#UNREAD 	frobnicate %xmm0, %xmm1
#NODATA 	vsqrtpd %xmm0, %xmm2
	addq $4, %rax
	cmpq %rax, %rdx
	jne .L0

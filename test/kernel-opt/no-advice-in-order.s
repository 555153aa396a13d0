# The bounds of a changed loop do not know of issue in program order: on a core
# that issues so, nothing is promised. Elsewhere the sum is worth splitting.
# RUN: kernel-opt --bounds-only --cpu=neoverse-n1 --quiet %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=cortex-a55 --quiet %s | FileCheck %s --check-prefix=INORDER
# CHECK: next: {{[0-9]+}} independent accumulators
# INORDER: sum ({{.*}}): {{.*}} cy/it
# INORDER-NOT: next:
sum:
.L0:
	ldr	d1, [x0], #8
	fadd	d0, d0, d1
	subs	x1, x1, #1
	b.ne	.L0
	ret

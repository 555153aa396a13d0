# As system-instructions.s, on AArch64: of the hints, nop and bti do nothing.
# RUN: kernel-opt --cpu=neoverse-v2 --target=aarch64 %s | FileCheck %s
# RUN: kernel-opt --cpu=thunderx2t99 --target=aarch64 %s | FileCheck %s

# CHECK: gives_way (
# CHECK-NEXT: incomplete: 5 instructions not modelled
# CHECK-NOT: next:
# CHECK: not modelled: yield, wfe, isb, mrs, svc
	.type gives_way, @function
gives_way:
.L0:
	yield
	wfe
	isb
	mrs x1, cntvct_el0
	svc #0
	subs x0, x0, #1
	b.ne .L0
	ret

# The model knows no stalls by atomic updates.
# CHECK: counts (
# CHECK-NEXT: incomplete: {{.*}}
# CHECK-NOT: next:
	.type counts, @function
counts:
.L1:
	ldadd x1, x2, [x3]
	subs x0, x0, #1
	b.ne .L1
	ret

# CHECK: whole (
# CHECK-NOT: incomplete:
# CHECK: 0 not modelled
	.type whole, @function
whole:
.L2:
	bti j
	nop
	prfm pldl1keep, [x3]
	ldar x2, [x3]
	subs x0, x0, #1
	b.ne .L2
	ret

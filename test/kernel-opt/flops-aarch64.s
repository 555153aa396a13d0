# Scalable vectors count by the length that the core has, 512 bits of an A64FX;
# where it is not known, as if they had 128. What a predicate may turn off counts.
# RUN: kernel-opt --bounds-only --cpu=a64fx %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=generic --target=aarch64-linux-gnu %s | FileCheck %s --check-prefix=UNKNOWN
	.arch armv8.2-a+sve
axpy:
.L0:
	ld1d	{z1.d}, p0/z, [x1, x3, lsl #3]
	ld1d	{z0.d}, p0/z, [x2, x3, lsl #3]
	fmla	z0.d, p0/m, z1.d, z2.d
	st1d	{z0.d}, p0, [x2, x3, lsl #3]
	incd	x3
	whilelo	p0.d, x3, x4
	b.first	.L0
	ret
# CHECK: rate: {{.*}} % of the core's peak of 32 (fp64); elements that are masked off count, too{{$}}
# UNKNOWN: rate: {{.*}} (fp64){{.*}}; elements that are masked off count, too; scalable vectors count as 128 bits{{$}}

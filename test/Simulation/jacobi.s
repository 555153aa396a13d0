# The five-point Jacobi loop as clang 22 -O3 makes it for Skylake-X, unrolled
# four times: 16 loads and 4 stores with an index, (16 + 4) / 2 = 10 on p2 p3.
# Of the loads that are not a multiple of 32 bytes from the base, every second crosses a
# line: the simulator expects 6, and the bound, with the base at its best place, 2. Only
# faster load ports make it faster, both or one, and no other resource alone.
# RUN: kernel-opt --cpu=skylake-avx512 --simulate --sensitivity %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --sensitivity %s | FileCheck %s --check-prefix=BOUNDS
# CHECK: cy/it expected, limited by ports p2 p3 (loads and stores): if 2x as fast, the loop is 1.4{{[0-9]}}x as fast{{$}}
# CHECK: lines {{ *}}6.00 crossings of cache lines that take time in each iteration, if arrays begin at a line
# CHECK: sensitivity of the simulation: each resource 2x as fast
# CHECK-NEXT: cy/it loop resource
# CHECK-NEXT: x ports p2 p3 (loads and stores){{$}}
# CHECK-NEXT: x port p2{{$}}
# CHECK-NOT: {{1\.[0-9]+x}}
# CHECK: no effect alone:
# BOUNDS: : 10.00 cy/it, limited by ports p2 p3 (loads and stores): if 2x as fast, the loop is 1.0{{[0-9]}}x as fast{{$}}
# BOUNDS: sensitivity of the bounds
.LBB0_3:

	vmovupd	-2056(%rax,%r11,8), %ymm2
	vmovupd	-2024(%rax,%r11,8), %ymm3
	vmovupd	-1992(%rax,%r11,8), %ymm4
	vmovupd	-1960(%rax,%r11,8), %ymm5
	vaddpd	2040(%rax,%r11,8), %ymm2, %ymm2
	vaddpd	2072(%rax,%r11,8), %ymm3, %ymm3
	vaddpd	2104(%rax,%r11,8), %ymm4, %ymm4
	vaddpd	2136(%rax,%r11,8), %ymm5, %ymm5
	vaddpd	-16(%rax,%r11,8), %ymm2, %ymm2
	vaddpd	16(%rax,%r11,8), %ymm3, %ymm3
	vaddpd	48(%rax,%r11,8), %ymm4, %ymm4
	vaddpd	80(%rax,%r11,8), %ymm5, %ymm5
	vaddpd	(%rax,%r11,8), %ymm2, %ymm2
	vaddpd	32(%rax,%r11,8), %ymm3, %ymm3
	vaddpd	64(%rax,%r11,8), %ymm4, %ymm4
	vaddpd	96(%rax,%r11,8), %ymm5, %ymm5
	vmulpd	%ymm0, %ymm2, %ymm2
	vmulpd	%ymm0, %ymm3, %ymm3
	vmulpd	%ymm0, %ymm4, %ymm4
	vmulpd	%ymm0, %ymm5, %ymm5
	vmovupd	%ymm2, (%r8,%r11,8)
	vmovupd	%ymm3, 32(%r8,%r11,8)
	vmovupd	%ymm4, 64(%r8,%r11,8)
	vmovupd	%ymm5, 96(%r8,%r11,8)
	addq	$16, %r11
	cmpq	$497, %r11
	jne	.LBB0_3

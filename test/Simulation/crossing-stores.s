# Golden Cove takes a store that crosses a line of the cache in two cycles, alone, and
# two stores a cycle that go into one line. A vector that is stored 8 bytes behind a
# multiple of 32 crosses in every second trip: three cycles in two trips. The bound
# keeps the place of the data at which no store crosses.
# RUN: kernel-opt --cpu=sapphirerapids --format=json %s | FileCheck %s
# RUN: kernel-opt --cpu=cascadelake --quiet %s | FileCheck %s --check-prefix=OTHER
# CHECK: "function": "misaligned",
# CHECK: "stores": {
# CHECK: "expected": {
# CHECK-NEXT: "cycles": 1.5,
# CHECK: "function": "aligned",
# CHECK: "expected": {
# CHECK-NEXT: "cycles": 0.5,
# RUN: kernel-opt --cpu=sapphirerapids --quiet %s | FileCheck %s --check-prefix=TEXT
# TEXT: misaligned ({{.*}}): 1.50 cy/it expected, limited by stores to different lines, as the data are expected to lie (bounds alone: {{.*}})
# OTHER: misaligned ({{.*}}): 1.50 cy/it
# OTHER: aligned ({{.*}}): 1.00 cy/it
misaligned:
.L0:
	vmovups	%ymm0, 8(%rdi)
	addq	$32, %rdi
	cmpq	%rsi, %rdi
	jne	.L0
	ret
aligned:
.L1:
	vmovups	%ymm0, (%rdi)
	addq	$32, %rdi
	cmpq	%rsi, %rdi
	jne	.L1
	ret

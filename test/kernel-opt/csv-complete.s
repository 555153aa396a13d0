# Every row says whether its figures leave something out, and which file its
# source line is of.
# RUN: kernel-opt --bounds-only --cpu=cascadelake --target=x86_64 --format=csv %s 2>/dev/null | FileCheck %s
# CHECK: ,prediction,limit,complete,source_file,bound,worst,inlined,elements,flops,flops_per_cycle,peak_percent,model{{$}}
# CHECK-NEXT: ,whole,.L0,{{.*}},yes,,1.00,1.00,,,,,,models/skylake-avx512.yaml over {{[^,]*$}}
# CHECK-NEXT: ,unread,.L1,{{.*}},no,,1.00,1.00,,,,,,models/skylake-avx512.yaml over {{[^,]*$}}
# CHECK-NEXT: ,called,.L2,12,{{.*}},no,"a, b.c",1.00,1.00,,,,,,models/skylake-avx512.yaml over {{[^,]*$}}
	.type whole, @function
whole:
.L0:
	decq %rdi
	jne .L0
	ret
	.type unread, @function
unread:
.L1:
	frobnicate %xmm0, %xmm1
	decq %rdi
	jne .L1
	ret
	.file 1 "a, b.c"
	.type called, @function
called:
.L2:
	.loc 1 12 3
	callq sin
	decq %rdi
	jne .L2

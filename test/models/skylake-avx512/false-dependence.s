# popcnt waits for the register that it writes: a chain of 3 cycles from trip to
# trip. With a zeroing before it there is none, and port 1 takes one a cycle.
# lzcnt and tzcnt do not wait. All measured on a Cascade Lake.
# RUN: kernel-opt --bounds-only --cpu=cascadelake %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=json %s | FileCheck %s --check-prefix=JSON
# RUN: kernel-opt --cpu=cascadelake --simulate --format=csv %s | FileCheck %s --check-prefix=SIM
# RUN: kernel-opt --bounds-only --cpu=icelake-server --format=csv %s | FileCheck %s --check-prefix=ICL

# CHECK-LABEL: {{^}}plain{{.*}}: 3.00 cy/it
# CHECK: LCD        3.00
# CHECK-NEXT: popcntq %rbx, %rcx (false dependence)  +3  from the iteration before{{$}}
# JSON: "through": "overwritten"
# SIM: ,plain,{{.*}},1.00,3.00,3.00,3.00,latency,yes,,3.00,3.00,,{{.*}},exact
# ICL: ,plain,{{.*}},1.00,1.00,{{[0-9.]+}},1.00,
	.type plain, @function
plain:
	popcntq %rbx, %rcx
	decq %rdi
	jne plain
	ret

# Of a load, too: it is not part of the chain.
# CHECK-LABEL: {{^}}load{{.*}}: 3.00 cy/it
# ICL: ,load,{{.*}},1.00,1.00,{{[0-9.]+}},1.00,
	.type load, @function
load:
	popcntq (%rsi,%rdi,8), %rcx
	decq %rdi
	jne load
	ret

# CHECK-LABEL: {{^}}zeroed{{.*}}: 1.00 cy/it
	.type zeroed, @function
zeroed:
	xorl %ecx, %ecx
	popcntq %rbx, %rcx
	decq %rdi
	jne zeroed
	ret

# CHECK-LABEL: {{^}}others{{.*}}: 2.00 cy/it
	.type others, @function
others:
	lzcntq %rbx, %rcx
	tzcntq %rbx, %rdx
	decq %rdi
	jne others
	ret

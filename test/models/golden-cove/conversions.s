# Integers become doubles in 5 cycles here and in 6 on Ice Lake; back takes 7 on both.
# Measured: 12.0 and 13.0.
# RUN: kernel-opt --cpu=emeraldrapids %s | FileCheck %s
# RUN: kernel-opt --cpu=icelake-server %s | FileCheck --check-prefix=ICE %s
# CHECK: there_and_back ({{.*}}): 12.00 cy/it
# ICE: there_and_back ({{.*}}): 13.0{{[0-9]}} cy/it
	.type there_and_back, @function
there_and_back:
	vcvtsi2sdq %rax, %xmm1, %xmm0
	vcvttsd2siq %xmm0, %rax
	decq %rdi
	jne there_and_back
	ret

# LLVM's x86 models give 100 cycles to what they do not describe. That is no
# lower bound: such an instruction is not modelled, and the report says so. A
# lodsb of 100 cycles would make LCD 100.00; the counter's is 1.00.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 %s | FileCheck %s
# CHECK: label .L0: 1.00 cy/it
# CHECK-NEXT: incomplete: 1 instruction not modelled; the true figure may be higher
# CHECK: LCD        1.00
# CHECK: instructions: 3; 2 from model files, 0 from LLVM's tables (*), 1 not modelled (X)
# CHECK-NEXT: not modelled: lodsb
# CHECK: X lodsb
.L0:
	lodsb
	decq %rax
	jne .L0

# Markers of llvm-mca and OSACA in RISC-V code: comments, and the bytes of a nop
# behind an instruction with the number. Only marked regions are analysed. From
# objects, too, with compressed instructions and without.
# RUN: kernel-opt --bounds-only --cpu=sifive-p550 -q %s | FileCheck %s
# CHECK: f ({{.*}}, label .L1, marked region hot): 4.00 cy/it
# CHECK: f ({{.*}}, marked region): 2.00 cy/it
# CHECK: f ({{.*}}, label .L2, marked region): 20.00 cy/it
# CHECK-NOT: label .L0
# RUN: kernel-opt --bounds-only --cpu=sifive-p550 -q --ignore-markers %s | FileCheck %s --check-prefix=ALL
# ALL: label .L0): 1.00 cy/it
# ALL: label .L1): 4.00 cy/it
# ALL: label .L2): 20.00 cy/it
# RUN: llvm-mc --triple=riscv64-linux-gnu -mattr=+m,+f,+d,+c -filetype=obj %s -o %t.o
# RUN: kernel-opt --bounds-only --cpu=sifive-p550 -q %t.o | FileCheck %s --check-prefix=OBJECT
# RUN: llvm-mc --triple=riscv64-linux-gnu -mattr=+m,+f,+d -filetype=obj %s -o %t.o
# RUN: kernel-opt --bounds-only --cpu=sifive-p550 -q %t.o | FileCheck %s --check-prefix=OBJECT
# OBJECT-NOT: 4.00 cy/it
# OBJECT: marked region: 20.00 cy/it
f:
.L0:
	addi	a0, a0, -1
	bnez	a0, .L0
# LLVM-MCA-BEGIN hot
.L1:
	fadd.d	fa0, fa0, fa1
	addi	a1, a1, -1
	bnez	a1, .L1
# LLVM-MCA-END hot
# OSACA-BEGIN
	mul	a3, a4, a5
	mul	a6, a3, a5
# OSACA-END
	li	a1, 111
	.byte	19,0,0,0
.L2:
	divw	a2, a2, a3
	bnez	a2, .L2
	li	a1, 222
	.byte	19,0,0,0
	ret

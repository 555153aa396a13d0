# Symbols in objects: LLVM's decoder of RISC-V does not ask for relocations. foo
# and bar are apart, and what is stored to foo + 4 is loaded again.
# RUN: llvm-mc --triple=riscv64-linux-gnu -mattr=+relax,+c -filetype=obj %s -o %t.o
# RUN: kernel-opt deps --cpu=sifive-p550 %t.o | FileCheck %s
# CHECK-LABEL: apart
# CHECK: no dependence through memory
# CHECK-LABEL: same
# CHECK: 1 RAW must 4
	.globl	apart
	.type	apart, @function
apart:
	lui	a1, %hi(foo)
	lw	a2, %lo(foo)(a1)
	lui	a3, %hi(bar)
	sw	a2, %lo(bar)(a3)
	addi	a0, a0, -1
	bnez	a0, apart
	ret
	.size	apart, .-apart
	.globl	same
	.type	same, @function
same:
.Lupper:
	auipc	a1, %pcrel_hi(foo+4)
	addi	a1, a1, %pcrel_lo(.Lupper)
	lw	a2, 0(a1)
	lui	a3, %hi(foo+4)
	sw	a2, %lo(foo+4)(a3)
	addi	a0, a0, -1
	bnez	a0, same
	ret
	.size	same, .-same

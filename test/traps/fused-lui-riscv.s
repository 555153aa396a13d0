# A core that makes one operation of lui and addi, as a model says it: the pair
# takes one issue slot, and its result is there when that of a single addition
# would be. A rule means compressed instructions, too. A pair that writes two
# registers stays two instructions, and so does one that another stands between.
# RUN: rm -rf %t && split-file %s %t
# RUN: kernel-opt --bounds-only --model=%t/fuses.yaml --format=csv %t/loops.s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=xiangshan-nanhu --format=csv %t/loops.s | FileCheck %s --check-prefix=ALONE
# RUN: llvm-mc --triple=riscv64-linux-gnu -mattr=+c -filetype=obj %t/loops.s -o %t.o
# RUN: kernel-opt --bounds-only --model=%t/fuses.yaml --format=csv %t.o | FileCheck %s --check-prefix=OBJECT
# CHECK: ,pair,{{[0-9]+}},4,fuses,3.00,1.00,2.00,3.00,issue
# CHECK: ,compressed,{{[0-9]+}},4,fuses,3.00,1.00,2.00,3.00,issue
# CHECK: ,other,{{[0-9]+}},4,fuses,4.00,1.00,3.00,4.00,issue
# CHECK: ,between,{{[0-9]+}},4,fuses,4.00,1.00,2.00,4.00,issue
# ALONE-COUNT-3: ,xiangshan-nanhu,1.00,1.00,3.00,1.00,ports
# OBJECT-COUNT-2: ,4,fuses,3.00,1.00,2.00,3.00,issue
# OBJECT: ,4,fuses,4.00,1.00,3.00,4.00,issue
#--- fuses.yaml
schema: 1
name: fuses
target: riscv64
cpus: []
base: xiangshan-nanhu
sources:
  example: "a core of this test"
pipeline:
  issue_width: {value: 1, source: example}
macro_fusion:
  - {first: 'LUI', second: 'ADDIW?', source: example}
#--- loops.s
pair:
	lui	a1, 500
	addi	a1, a1, 7
	add	a0, a0, a1
	bne	a0, a2, pair
	ret
compressed:
	c.lui	a1, 5
	c.addiw	a1, 7
	add	a0, a0, a1
	bne	a0, a2, compressed
	ret
other:
	lui	a1, 500
	addi	a3, a1, 7
	add	a0, a0, a3
	bne	a0, a2, other
	ret
between:
	lui	a1, 500
	add	a0, a0, a1
	addi	a1, a1, 7
	bne	a0, a2, between
	ret

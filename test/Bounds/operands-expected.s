# Operands decide how long square roots of doubles take: what is proved rests on the
# fastest ones, what is expected on usual ones. In Cascade Lake's evaluation, such a
# chain (a root and an addition) takes 22 cycles, and independent roots 6.
# RUN: kernel-opt --cpu=cascadelake --bounds-only %s | FileCheck %s
# RUN: kernel-opt --cpu=cascadelake --bounds-only --format=csv %s | FileCheck %s --check-prefix=CSV
# RUN: kernel-opt --cpu=cascadelake --simulate %s | FileCheck %s --check-prefix=SIM
# CHECK: label .Lchain: 22.00 cy/it expected, limited by latency
# CHECK-NEXT: {{^}}  at least: 17.00 cy/it, if line [[#@LINE+7]] takes 13 cycles, not 18{{$}}
# CHECK: 1 micro-op of 1 instruction on fpdiv for 4 cycles: 4/1, 6 for usual operands
# CSV: .Lchain,{{.*}},22.00,latency,yes,,17.00,22.00
# CSV: .Lmany,{{.*}},4.00,unit,yes,,4.00,
# SIM: label .Lchain: 22.00 cy/it expected
# SIM-NEXT: at least: 17.00 cy/it
.Lchain:
	vsqrtsd %xmm0, %xmm0, %xmm0
	vaddsd %xmm1, %xmm0, %xmm0
	decq %rcx
	jne .Lchain
# CHECK: label .Lmany: 4.00 cy/it, limited by unit fpdiv
# CHECK: 1 micro-op of 1 instruction on fpdiv for 4 cycles: 4/1, 6 for usual operands
# SIM: label .Lmany: 6.00 cy/it expected, limited by unit fpdiv and more (bounds alone: 4.00)
.Lmany:
	vsqrtsd (%rdi,%rcx,8), %xmm1, %xmm0
	vmovsd %xmm0, (%rsi,%rcx,8)
	decq %rcx
	jne .Lmany

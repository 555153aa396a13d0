# RUN: kernel-opt --bounds-only --model=%toy -q %s | FileCheck %s
# RUN: kernel-opt --bounds-only --model=%toy --format=csv %s | FileCheck %s --check-prefix=CSV
# CHECK: 0.00 cy/it, no bound is known
# CHECK-NEXT: incomplete: 1 instruction not modelled
# CSV: 0.00,0.00,0.00,0.00,none
.L0:
	vsqrtpd %xmm0, %xmm1
	jne .L0

# What one port alone does on Ice Lake and Golden Cove, in cycles of a trip as they
# were measured there, and on Skylake, for which it is published.
# RUN: kernel-opt --cpu=skylake-avx512 %s | FileCheck %s
# RUN: kernel-opt --cpu=icelake-server %s | FileCheck %s
# RUN: kernel-opt --cpu=sapphirerapids %s | FileCheck %s

.text
# An address that counts from the program counter: 1.00 each.
# CHECK: lea_rip ({{.*}}): 6.00 cy/it, limited by port p1
	.p2align 6
lea_rip:
.L1:
  leaq 64(%rip), %r8
  leaq 64(%rip), %r9
  leaq 64(%rip), %r10
  leaq 64(%rip), %r11
  leaq 64(%rip), %r12
  leaq 64(%rip), %r13
  decq %rdi
  jne .L1
  ret

# An element of a vector to memory: 1.00 each, as that many shuffles.
# CHECK: extract ({{.*}}): 5.00 cy/it, limited by port p5
	.p2align 6
extract:
.L2:
  vextractps $1, %xmm0, (%rsi)
  vpextrd $2, %xmm1, 4(%rsi)
  vpextrw $3, %xmm2, 8(%rsi)
  vpextrb $4, %xmm3, 10(%rsi)
  vpermd %ymm4, %ymm5, %ymm6
  decq %rdi
  jne .L2
  ret

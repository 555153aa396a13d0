# The whole report: headline, next step, bounds with their reasons, table.
# RUN: kernel-opt --bounds-only --model=%toy --color=never %s | FileCheck %s --strict-whitespace --match-full-lines
#CHECK:scale ({{.*}}text.s:[[#LINE:]], label .L3): 4.00 cy/it, limited by latency
#CHECK-NEXT:  next: 4 independent accumulators (unroll or interleave) would give 1.00 cy/it
#CHECK-NEXT:  rate: 0.50 flop/cy (fp64)
#CHECK-EMPTY:
#CHECK-NEXT:  bounds, in cycles per assembly iteration (cy/it)
#CHECK-NEXT:    ports      1.00  1 micro-op of 1 instruction on ld: 1/1
#CHECK-NEXT:    issue      0.13  1 issue slot / 8
#CHECK-NEXT:    LCD        4.00  4 cycles around 1 step, once per iteration
#CHECK-NEXT:                       line [[#LINE]]: vaddpd (%rsi,%rdx,8), %xmm1, %xmm1  +4  from the iteration before
#CHECK-NEXT:    CP         9.00  longest path through one iteration, 2 steps
#CHECK-NEXT:                       line [[#LINE]]: vaddpd (%rsi,%rdx,8), %xmm1, %xmm1 (load)  +5
#CHECK-NEXT:                       line [[#LINE]]: vaddpd (%rsi,%rdx,8), %xmm1, %xmm1  +4
#CHECK-NEXT:    bracket  [4.00, 9.00]
#CHECK-EMPTY:
#CHECK-NEXT:  cpu: toy
#CHECK-NEXT:  model: {{.*}}toy.yaml
#CHECK-NEXT:  instructions: 4; 4 from model files, 0 from LLVM's tables (*), 0 not modelled (X)
#CHECK-NEXT:  values: 10 from the model (10 test); the limit rests on: test{{$}}
#CHECK-EMPTY:
#CHECK-NEXT:    p0    p1    ld  slots   LCD    CP  line    instruction
#CHECK-NEXT:  0.50  0.50  1.00      1     4     9    [[#LINE]]    vaddpd (%rsi,%rdx,8), %xmm1, %xmm1
#CHECK-NEXT:                                         [[#LINE+1]]    incq %rdx
#CHECK-NEXT:                                         [[#LINE+2]]  f cmpq %rdi, %rdx
#CHECK-NEXT:                                         [[#LINE+3]]    jne .L3
#CHECK-NEXT:  0.50  0.50  1.00      1     4     9          total
#CHECK-NEXT:  f macro-fused with the next
	.text
	.globl	scale
	.type	scale, @function
scale:
	xorl	%edx, %edx
.L3:
	vaddpd	(%rsi,%rdx,8), %xmm1, %xmm1	# the accumulator
	incq	%rdx
	cmpq	%rdi, %rdx
	jne	.L3
	ret

# What was measured on an Ice Lake server, in cycles of a trip, and was not in the
# documents. Each line says what was measured.
# RUN: kernel-opt --cpu=icelake-server %s | FileCheck %s
# RUN: kernel-opt --cpu=icelake-client --function=moves %s | FileCheck --check-prefix=CLIENT %s

.text
# 1.00. On the client they are said to execute.
# CHECK: moves ({{.*}}): 1.00 cy/it
# CLIENT: moves ({{.*}}): 4.00 cy/it
	.p2align 6
moves:
.L1:
  movq %rax, %rbx
  movq %rbx, %rax
  movq %rax, %rbx
  movq %rbx, %rax
  decq %rdi
  jne .L1
  ret

# 1.75: three parts without a factor.
# CHECK: lea_parts ({{.*}}): 1.7{{[0-9]}} cy/it
	.p2align 6
lea_parts:
.L2:
  leaq 8(%rsi,%rcx), %r8
  leaq 8(%rsi,%rcx), %r9
  leaq 8(%rsi,%rcx), %r10
  leaq 8(%rsi,%rcx), %r11
  leaq 8(%rsi,%rcx), %r12
  leaq 8(%rsi,%rcx), %r13
  decq %rdi
  jne .L2
  ret

# 3.01: with a factor, on two ports.
# CHECK: lea_factor ({{.*}}): 3.00 cy/it, limited by ports p1 p5
	.p2align 6
lea_factor:
.L3:
  leaq (%rsi,%rcx,4), %r8
  leaq (%rsi,%rcx,4), %r9
  leaq (%rsi,%rcx,4), %r10
  leaq (%rsi,%rcx,4), %r11
  leaq (%rsi,%rcx,4), %r12
  leaq (%rsi,%rcx,4), %r13
  decq %rdi
  jne .L3
  ret

# 4.01, and 2.01 for AABB.
# CHECK: stores_abab ({{.*}}): 4.00 cy/it
	.p2align 6
stores_abab:
.L4:
  movq %rax, (%rsi)
  movq %rax, 4096(%rsi)
  movq %rax, 8(%rsi)
  movq %rax, 4104(%rsi)
  decq %rdi
  jne .L4
  ret

# CHECK: stores_aabb ({{.*}}): 2.00 cy/it
	.p2align 6
stores_aabb:
.L5:
  movq %rax, (%rsi)
  movq %rax, 8(%rsi)
  movq %rax, 4096(%rsi)
  movq %rax, 4104(%rsi)
  decq %rdi
  jne .L5
  ret

# 14.0; of two multiplications, with a multiple of five slots, 6.0 in most runs: a
# value goes through memory for nothing, or takes 5.
# CHECK: through_memory ({{.*}}): 14.00 cy/it
# CHECK: at least: 9.00 cy/it
	.p2align 6
through_memory:
.L6:
  movq %rax, (%rsi)
  movq (%rsi), %rax
  imulq %rcx, %rax
  imulq %rcx, %rax
  imulq %rcx, %rax
  decq %rdi
  jne .L6
  ret

# 12.0: a load that computes is not renamed.
# CHECK: computing_load ({{.*}}): 12.00 cy/it, limited by latency
	.p2align 6
computing_load:
.L7:
  movq %rax, (%rsi)
  addq (%rsi), %rax
  imulq %rcx, %rax
  imulq %rcx, %rax
  decq %rdi
  jne .L7
  ret

# 8.02: two chains of updates; in the loops of programs 6.0 to 8.0 were measured.
# CHECK: updates ({{.*}}): 7.00 cy/it
	.p2align 6
updates:
.L8:
  incq (%rsi)
  incq 8(%rsi)
  decq %rdi
  jne .L8
  ret

# 56.1 for two, by the microcode against GDS.
# CHECK: gathers ({{.*}}): 56.00 cy/it expected, limited by unit gather, which 2 micro-ops are expected to hold for 56.00 cy/it (bounds alone: 8.00)
	.p2align 6
gathers:
.L9:
  vpxor %xmm4, %xmm4, %xmm4
  vpcmpeqd %ymm3, %ymm3, %ymm3
  vgatherdps %ymm3, (%rsi,%ymm14,4), %ymm4
  vpxor %xmm5, %xmm5, %xmm5
  vpcmpeqd %ymm3, %ymm3, %ymm3
  vgatherdps %ymm3, (%rsi,%ymm14,4), %ymm5
  decq %rdi
  jne .L9
  ret

# 1.57: chains of additions that wait for each other's ports.
# CHECK: four_counters ({{.*}}): 1.{{[56]}}
	.p2align 6
four_counters:
.L10:
  incq %rax
  incq %rbx
  incq %rdx
  incq %r8
  decq %rdi
  jne .L10
  ret

# 86, of which the chain takes 72: additions that wait fill the scheduler.
# CHECK: waiting ({{.*}}): {{[89][0-9.]+}} cy/it expected, limited by scheduler of ports p0 p1 p5 p6 (80)
	.p2align 6
waiting:
.L11:
.rept 24
  imulq %rax, %rax
.endr
.rept 80
  leaq (%rax), %r8
.endr
.rept 24
  imulq %rbx, %rbx
.endr
  decq %rdi
  jne .L11
  ret

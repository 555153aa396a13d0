# Of loads, stores' data and what vector ports compute, about five micro-ops a
# cycle are executed: in loops of more than 26 issue slots, and in those with
# vector instructions that load and compute. Measured: 1.38, 5.67, 8.03 and 4.15
# cycles. Nothing of it is proved.
# RUN: kernel-opt --cpu=emeraldrapids %s | FileCheck %s
# RUN: kernel-opt --cpu=emeraldrapids --format=json %s | FileCheck --check-prefix=JSON %s
# RUN: kernel-opt --cpu=icelake-server %s | FileCheck --check-prefix=ICE %s
# ICE-NOT: to be executed
# JSON: "prediction": {
# JSON-NEXT: "cycles": 1.3,
# JSON: "bound": {
# JSON-NEXT: "cycles": 1.0,
# JSON: "simulation": {
# JSON: "verdict": "micro-ops on ports p0 p1 p2 p3 p4 p5 p9 p11, of which 5 a cycle are expected to be executed"

.text
# CHECK: quad ({{.*}}): 1.30 cy/it expected, limited by micro-ops on ports p0 p1 p2 p3 p4 p5 p9 p11, of which 5 a cycle are expected to be executed (bounds alone: 1.00)
# CHECK: executed 1.30 expected, as a cycle executes 5 of the micro-ops on ports p0 p1 p2 p3 p4 p5 p9 p11
quad:
.L1:
  movsd (%rax,%rdx), %xmm0
  mulsd (%rax,%rsi), %xmm0
  addsd (%rax,%rcx), %xmm0
  movsd %xmm0, (%rax,%r8)
  addq $8, %rax
  decq %rdi
  jne .L1
  ret

# 34 slots, of which an addition at rename in every four is not executed.
# CHECK: renamed ({{.*}}): 5.67 cy/it
renamed:
.L2:
.rept 8
  vmovsd (%rsi), %xmm2
  vmovsd 72(%rsi), %xmm3
  leaq 1(%r9), %r10
  vmulsd %xmm0, %xmm1, %xmm4
.endr
  addq $64, %rsi
  decq %rdi
  jne .L2
  ret

# 37 slots, all executed.
# CHECK: all_executed ({{.*}}): 7.30 cy/it expected, limited by micro-ops on ports p0 p1 p2 p3 p4 p5 p9 p11, of which 5 a cycle
all_executed:
.L3:
.rept 9
  vmovsd (%rsi), %xmm2
  vmovsd 72(%rsi), %xmm3
  vmulsd %xmm0, %xmm1, %xmm4
  vaddsd %xmm0, %xmm1, %xmm5
.endr
  decq %rdi
  jne .L3
  ret

# 25 slots.
# CHECK: short ({{.*}}): 4.17 cy/it
short:
.L4:
.rept 6
  vmovsd (%rsi), %xmm2
  vmovsd 72(%rsi), %xmm3
  vmulsd %xmm0, %xmm1, %xmm4
  vaddsd %xmm0, %xmm1, %xmm5
.endr
  decq %rdi
  jne .L4
  ret

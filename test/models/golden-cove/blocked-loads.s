# A load of which one store has a part does not wait for those of other trips;
# one of which two stores have a part each does. What vectors of 64 bytes store
# takes a cycle longer than those of 32.
# RUN: kernel-opt --cpu=emeraldrapids %s | FileCheck %s

.text
# CHECK: one ({{.*}}): 1.00 cy/it
# CHECK: (not forwarded), 18 cycles
one:
.L1:
  movl %eax, (%rdi)
  movq (%rdi), %rdx
  decq %rcx
  jnz .L1
  ret

# CHECK: two ({{.*}}): 18.00 cy/it expected, limited by loads that no store can forward to, and that wait for each other
two:
.L2:
  movl %eax, (%rdi)
  movl %eax, 4(%rdi)
  movq (%rdi), %rdx
  decq %rcx
  jnz .L2
  ret

# The latency is there in a chain, in both cases.
# CHECK: chain ({{.*}}): 18.00 cy/it
chain:
.L3:
  movl %eax, (%rdi)
  movq (%rdi), %rax
  decq %rcx
  jnz .L3
  ret

# CHECK: ymm ({{.*}}): 10.00 cy/it
ymm:
.L4:
  vmovups %ymm1, (%rdi)
  vmulpd (%rdi), %ymm0, %ymm1
  decq %rcx
  jnz .L4
  ret

# CHECK: zmm ({{.*}}): 11.00 cy/it
zmm:
.L5:
  vmovups %zmm1, (%rdi)
  vmulpd (%rdi), %zmm0, %zmm1
  decq %rcx
  jnz .L5
  ret

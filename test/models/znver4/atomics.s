# Through memory, an atomic addition takes 6.2 cycles on Zen 4, an exchange 7.4, LOCK XADD 7.8 and LOCK CMPXCHG 9.0.
# Without LOCK, XADD takes 2.0 cycles and CMPXCHG 3.0. Measured, see docs/evidence/model-values.md.
# RUN: kernel-opt --cpu=znver4 --format=csv %s | cut -d, -f2,10 | FileCheck %s
# The same where the prefix is decoded.
# RUN: llvm-mc --triple=x86_64-linux-gnu --filetype=obj %s -o %t.o
# RUN: kernel-opt --cpu=znver4 --format=csv %t.o | cut -d, -f2,10 | FileCheck %s

# CHECK: {{^}}add,6.00{{$}}
  .type add, @function
add:
.L0:
  lock addq $1, (%r14)
  decq %rcx
  jne .L0
  ret
# CHECK: {{^}}exchange,7.00{{$}}
  .type exchange, @function
exchange:
.L1:
  xchgq %rax, (%r14)
  decq %rcx
  jne .L1
  ret
# CHECK: {{^}}xadd,8.00{{$}}
  .type xadd, @function
xadd:
.L2:
  lock xaddq %rax, (%r14)
  decq %rcx
  jne .L2
  ret
# CHECK: {{^}}compare,9.00{{$}}
  .type compare, @function
compare:
.L3:
  lock cmpxchgq %rbx, (%r14)
  decq %rcx
  jne .L3
  ret
# CHECK: {{^}}plain_xadd,2.00{{$}}
  .type plain_xadd, @function
plain_xadd:
.L4:
  xaddl %eax, (%r14,%rcx,4)
  decq %rcx
  jne .L4
  ret
# CHECK: {{^}}plain_compare,3.00{{$}}
  .type plain_compare, @function
plain_compare:
.L5:
  xorl %eax, %eax
  cmpxchgl %ebx, (%r14,%rcx,4)
  decq %rcx
  jne .L5
  ret

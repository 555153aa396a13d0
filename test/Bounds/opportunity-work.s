# The same result with less work: products fused with their sums, and indices whose
# sign needs no extension.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=sandybridge %s | FileCheck %s --check-prefix=NOFMA

.text
# CHECK-LABEL: label .Lpoly: 3.00 cy/it, limited by ports p0 p1
# CHECK-NEXT: next: fusing 3 products with their sums (line [[#@LINE+9]], line [[#@LINE+11]], line [[#@LINE+13]]; -ffp-contract=fast -mfma) would give 2.00 cy/it
# The first operation would overwrite a factor or an addend of the next trip: a move
# is one slot more.
# A core without the operation:
# NOFMA-LABEL: label .Lpoly:
# NOFMA-NOT: next: fusing
# NOFMA: bounds, in cycles
.Lpoly:
  vmulsd (%rdi,%rcx,8), %xmm1, %xmm0
  vaddsd %xmm2, %xmm0, %xmm0
  vmulsd %xmm3, %xmm0, %xmm0
  vaddsd %xmm4, %xmm0, %xmm0
  vmulsd %xmm3, %xmm0, %xmm0
  vsubsd %xmm4, %xmm0, %xmm0
  vmovsd %xmm0, (%rsi,%rcx,4)
  incq %rcx
  cmpq %rdx, %rcx
  jne .Lpoly

# Two sums have the product.
# CHECK-LABEL: label .Ltwice:
# CHECK-NOT: next: fusing
# CHECK: bounds, in cycles
.Ltwice:
  vmulsd (%rdi,%rcx,8), %xmm1, %xmm0
  vaddsd %xmm2, %xmm0, %xmm3
  vaddsd %xmm4, %xmm0, %xmm5
  vmulsd %xmm3, %xmm5, %xmm0
  vmovsd %xmm0, (%rsi,%rcx,4)
  incq %rcx
  cmpq %rdx, %rcx
  jne .Ltwice

# CHECK-LABEL: label .Lindex: 7.00 cy/it, limited by latency
# CHECK-NEXT: next: an index that needs no extension of its sign (line [[#@LINE+4]]; size_t or ptrdiff_t instead of int) would give 6.00 cy/it
.Lindex:
  movl (%rdi,%rax,4), %eax
  addl $3, %eax
  cltq
  decq %rcx
  jne .Lindex

# Off the chain, which is a product, the extension costs nothing.
# CHECK-LABEL: label .Loff:
# CHECK-NOT: next: an index
# CHECK: bounds, in cycles
.Loff:
  movslq %eax, %rsi
  movl %edx, (%rdi,%rsi,4)
  imull %edx, %eax
  imull %edx, %eax
  decq %rcx
  jne .Loff

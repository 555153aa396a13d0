# Two ways lead to the loop: a first trip may be peeled off. Code that always
# runs before both says that rsi is rcx - 8; the peeled trip changes neither.
# So the load of x[i-1] has what the store of x[i] wrote, and 4 + 4 + 5 cycles
# twice are the chain.
# RUN: kernel-opt --cpu=skylake-avx512 %s | FileCheck %s
# CHECK: f ({{.*}}): 26.00 cy/it, limited by latency

# The peeled trip moves rsi: nothing relates the two pointers any more.
# RUN: sed -e 's/^#MOVED //' %s | kernel-opt --cpu=skylake-avx512 - | FileCheck %s --check-prefix=MOVED
# MOVED: f ({{.*}}): 4.00 cy/it, limited by ports p2 p3
# MOVED-NEXT: {{^}}  at most: 26.00 cy/it, if line {{[0-9]+}} stores what line {{[0-9]+}} loads in the same iteration, and line {{[0-9]+}} stores what line {{[0-9]+}} loads one iteration later{{$}}

# What a peeled trip pushes moves the stack pointer, and what it calls may do
# anything: no relation either.
# RUN: sed -e 's/^#CALLED //' %s | kernel-opt --cpu=skylake-avx512 - | FileCheck %s --check-prefix=MOVED
# RUN: sed -e 's/^#PUSHED //' %s | kernel-opt --cpu=skylake-avx512 - | FileCheck %s --check-prefix=MOVED

# A loop that is entered in its middle, too.
# RUN: sed -e 's/^#MIDDLE //' %s | kernel-opt --cpu=skylake-avx512 - | FileCheck %s --check-prefix=MOVED
        .globl  f
        .type   f, @function
f:
        leaq    x(%rip), %rcx
        movl    $1, %eax
        leaq    y(%rip), %r8
        leaq    -8(%rcx), %rsi
        leaq    z(%rip), %r9
        testl   %edi, %edi
        je      .L11
#MIDDLE js      .L12
        vmovsd  8+y(%rip), %xmm0
        vmovsd  %xmm0, 8+x(%rip)
#MOVED  addq    %rdx, %rsi
#CALLED call    g
#PUSHED pushq   %rdi
        movl    $2, %eax
        cmpq    %r10, %rax
        je      .L19
.L11:
        vmovsd  (%r8,%rax,8), %xmm0
        leaq    1(%rax), %rdx
        vsubsd  (%rsi,%rax,8), %xmm0, %xmm0
#MIDDLE .L12:
        vmulsd  (%r9,%rax,8), %xmm0, %xmm0
        vmovsd  %xmm0, (%rcx,%rax,8)
        vmovsd  (%r8,%rdx,8), %xmm0
        addq    $2, %rax
        vsubsd  (%rsi,%rdx,8), %xmm0, %xmm0
        vmulsd  (%r9,%rdx,8), %xmm0, %xmm0
        vmovsd  %xmm0, (%rcx,%rdx,8)
        cmpq    %r10, %rax
        jne     .L11
.L19:
        ret

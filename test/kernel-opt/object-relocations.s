# Operands that the linker fills are those of the assembly again: an object has
# the numbers of its source. `a` and `b` are places of their own.
# RUN: llvm-mc --triple=x86_64-linux-gnu --filetype=obj %s -o %t.o
# RUN: kernel-opt deps --cpu=skylake %t.o | FileCheck %s
# RUN: kernel-opt deps --cpu=skylake %s | FileCheck %s

# One store, one load of what it wrote; nothing may be.
# CHECK: f (
# CHECK: , (%rcx,%rax,8) {{.*}} -8(%rcx,%rax,8), %xmm0 {{ *}}1 {{ *}}RAW {{ *}}must {{ *}}8 
# CHECK-NOT: {{may|must}}

# The entry of `c` in the table of addresses is not `c`; displacements of 0 at
# different places are not one variable.
# CHECK: g (
# CHECK-NEXT: no dependence through memory
        .text
        .globl  f
        .type   f, @function
f:
        leaq    a(%rip), %rcx
        leaq    b(%rip), %rdx
        leaq    late(%rip), %r8
        xorl    %eax, %eax
.L1:
        vmovsd  -8(%rcx,%rax,8), %xmm0
        vaddsd  (%rdx,%rax,8), %xmm0, %xmm0
        vmovsd  %xmm0, (%r8,%rax,8)
        vmovsd  %xmm0, (%rcx,%rax,8)
        incq    %rax
        cmpq    %rdi, %rax
        jne     .L1
        ret
        .size   f, .-f
        .globl  g
        .type   g, @function
g:
.L2:
        movss   %xmm0, d+4(%rip)
        movups  b(%rip), %xmm1
        movq    c@GOTPCREL(%rip), %rax
        decq    %rdi
        jne     .L2
        ret
        .size   g, .-g
        .local  a, b, d
        .comm   a, 8000, 16
        .comm   b, 8000, 16
        .comm   d, 8, 8

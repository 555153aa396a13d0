# As object-relocations.s: pages and low bits of one symbol make its address.
# The store to `a` is the only one that the load of a[i-1] can read.
# RUN: llvm-mc --triple=aarch64-linux-gnu --filetype=obj %s -o %t.o
# RUN: kernel-opt deps --cpu=neoverse-v1 %t.o | FileCheck %s

# CHECK: f (
# CHECK: str d0, [x9], #8 {{.*}}ldr d0, [x8], #8 {{ *}}1 {{ *}}RAW {{ *}}must {{ *}}8 
# CHECK-NOT: {{may|must}}

# What the table of addresses holds for `c` is not known.
# CHECK: g (
# CHECK: str d0, [x9], #8 {{.*}} RAW {{ *}}may
        .text
        .globl  f
        .type   f, @function
f:
        adrp    x8, a
        add     x8, x8, :lo12:a
        adrp    x9, a+8
        add     x9, x9, :lo12:a+8
        adrp    x10, b
        add     x10, x10, :lo12:b
        adrp    x11, late
        add     x11, x11, :lo12:late
.L1:
        ldr     d0, [x8], #8
        ldr     d1, [x10], #8
        fadd    d0, d0, d1
        str     d0, [x11], #8
        str     d0, [x9], #8
        subs    x0, x0, #1
        b.ne    .L1
        ret
        .size   f, .-f
        .globl  g
        .type   g, @function
g:
        adrp    x8, :got:c
        ldr     x8, [x8, :got_lo12:c]
        adrp    x9, a+8
        add     x9, x9, :lo12:a+8
.L2:
        ldr     d0, [x8], #8
        str     d0, [x9], #8
        subs    x0, x0, #1
        b.ne    .L2
        ret
        .size   g, .-g
        .local  a, b
        .comm   a, 8000, 16
        .comm   b, 8000, 16

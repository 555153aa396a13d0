# Two loads of a cycle may read the same four bytes of lines, whichever lines
# they are. What is proved leaves that out.
# RUN: kernel-opt --cpu=emeraldrapids %s | FileCheck %s
# RUN: kernel-opt --cpu=icelake-server %s | FileCheck --check-prefix=ICE %s
# ICE-NOT: the same bank

.text
# CHECK: one_byte ({{.*}}): 3.00 cy/it expected, limited by loads of the same bank of the first-level cache, as the data are expected to lie: if no loads met there, the loop would be 1.50x as fast (bounds alone: 2.00)
one_byte:
.L1:
  movzbl (%rsi), %eax
  movzbl (%rsi), %edx
  movzbl (%rsi), %r8d
  movzbl (%rsi), %r9d
  movzbl (%rsi), %r10d
  movzbl (%rsi), %r11d
  decq %rcx
  jnz .L1
  ret

# The first four bytes of six lines.
# CHECK: six_lines ({{.*}}): 3.00 cy/it
six_lines:
.L2:
  movzbl (%rsi), %eax
  movzbl 65(%rsi), %edx
  movzbl 130(%rsi), %r8d
  movzbl 195(%rsi), %r9d
  movzbl 257(%rsi), %r10d
  movzbl 322(%rsi), %r11d
  decq %rcx
  jnz .L2
  ret

# Each at four bytes of its own.
# CHECK: words ({{.*}}): 2.00 cy/it, limited by ports
words:
.L3:
  movl (%rsi), %eax
  movl 4(%rsi), %edx
  movl 8(%rsi), %r8d
  movl 12(%rsi), %r9d
  movl 16(%rsi), %r10d
  movl 20(%rsi), %r11d
  decq %rcx
  jnz .L3
  ret

# Bytes 4 to 7 are in all of them.
# CHECK: quadwords ({{.*}}): 3.00 cy/it
quadwords:
.L4:
  movq (%rsi), %rax
  movq 4(%rsi), %rdx
  movq 64(%rsi), %r8
  movq 68(%rsi), %r9
  movq 128(%rsi), %r10
  movq 132(%rsi), %r11
  decq %rcx
  jnz .L4
  ret

# Three arrays at the same place of lines: a load that has lost its start goes
# on beside those of the next trip, which are at another place.
# CHECK: streams ({{.*}}): 1.00 cy/it
streams:
.L5:
  movl (%rsi), %eax
  movl 4096(%rsi), %edx
  movl 8192(%rsi), %r8d
  addq $4, %rsi
  decq %rcx
  jnz .L5
  ret

# Single objects: whether they are at the same place of lines is not known.
# CHECK: objects ({{.*}}): 1.00 cy/it
objects:
.L6:
  movl (%rsi), %eax
  movl (%rdx), %r10d
  movl (%r8), %r11d
  decq %rcx
  jnz .L6
  ret

# Code that does not jump back is repeated by copies that stand elsewhere: what
# its addresses would allow in a loop, a window or a line a cycle, is no bound.
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=csv %s | FileCheck %s --check-prefix=SKX
# RUN: kernel-opt --bounds-only --cpu=znver1 --format=csv %s | FileCheck %s --check-prefix=ZEN
# SKX: ,1,cascadelake,0.25,0.00,0.00,0.25,issue
# ZEN: ,1,znver1,0.20,0.00,0.00,0.20,issue
.text
f:
# LLVM-MCA-BEGIN
  nopw %cs:0x200(%rax,%rax)
# LLVM-MCA-END
  ret

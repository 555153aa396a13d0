# Integer units.
# RUN: kernel-opt --bounds-only --cpu=icelake-server --format=csv %s | FileCheck %s -DCPU=icelake-server --check-prefixes=ICELAKE_SERVER
# RUN: kernel-opt --bounds-only --cpu=sapphirerapids --format=csv %s | FileCheck %s -DCPU=sapphirerapids --check-prefixes=SAPPHIRERAPIDS
# RUN: kernel-opt --bounds-only --cpu=lunarlake --format=csv %s | FileCheck %s -DCPU=lunarlake --check-prefixes=LUNARLAKE
# RUN: kernel-opt --bounds-only --cpu=gracemont --format=csv %s | FileCheck %s -DCPU=gracemont --check-prefixes=GRACEMONT

.text
f:
# icelake-server: 12 micro-ops on 4 ALUs.
# ICELAKE_SERVER: f,.L0,{{[0-9]+}},13,[[CPU]],3.00,1.00,1.00,3.00,ports
# sapphirerapids: 12 micro-ops on 5 ALUs.
# SAPPHIRERAPIDS: f,.L0,{{[0-9]+}},13,[[CPU]],2.40,1.00,1.00,2.40,ports
# lunarlake: 11 additions and the pair on 6 ALUs: 12 / 6.
# LUNARLAKE: f,.L0,{{[0-9]+}},13,[[CPU]],2.00,1.00,1.00,2.00,ports
# gracemont: 11 additions on 4 ALUs; the pair goes to a branch port: 11 / 4.
# GRACEMONT: f,.L0,{{[0-9]+}},13,[[CPU]],2.75,1.00,1.00,2.75,ports
.L0:
  addl $1, %ecx
  addl $1, %edx
  addl $1, %esi
  addl $1, %edi
  addl $1, %r8d
  addl $1, %r9d
  addl $1, %r10d
  addl $1, %r11d
  addl $1, %ebx
  addl $1, %ebp
  addl $1, %r12d
  decq %rax
  jne .L0

# icelake-server: 4 lea and a pair: 5 / 4 ALUs.
# ICELAKE_SERVER: f,.L1,{{[0-9]+}},6,[[CPU]],1.25,1.00,1.00,1.25,ports
# sapphirerapids: 4 lea at rename: one trip a cycle.
# SAPPHIRERAPIDS: f,.L1,{{[0-9]+}},6,[[CPU]],1.00,0.00,0.00,1.00,branch
# lunarlake: 4 lea and a pair: 5 / 6 ALUs, but one trip a cycle.
# LUNARLAKE: f,.L1,{{[0-9]+}},6,[[CPU]],1.00,0.00,1.00,1.00,branch
# gracemont: 4 lea / 4 ALUs.
# GRACEMONT: f,.L1,{{[0-9]+}},6,[[CPU]],1.00,1.00,1.00,1.00,ports
.L1:
  leaq 8(%rcx), %rdx
  leaq 8(%rcx), %rsi
  leaq 8(%rcx), %rdi
  leaq 8(%rcx), %r8
  decq %rax
  jne .L1

  ret

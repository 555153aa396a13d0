; The plugin in llc, on IR as opt leaves it, and as a pass on MIR.
; RUN: opt -passes='default<O2>' -S %s -o %t.ll
; RUN: llc --load-pass-plugin=%plugin -mcpu=cascadelake -pass-remarks-analysis=kernel-bounds -filetype=null %t.ll 2>&1 | FileCheck %s
; RUN: llc --load-pass-plugin=%plugin -mcpu=cascadelake -pass-remarks-analysis=kernel-bounds -filetype=obj -o /dev/null %t.ll 2>&1 | FileCheck %s
; RUN: llc -mcpu=cascadelake -stop-after=unpack-mi-bundles %t.ll -o %t.mir
; RUN: llc -load=%plugin -mcpu=cascadelake -run-pass=kernel-bounds -pass-remarks-analysis=kernel-bounds %t.mir -o /dev/null 2>&1 | FileCheck %s
; No debug location at all: the remark is printed all the same.
; CHECK: remark: <unknown>:0:0: loop takes 4.00 cy/it expected: TP 1.00, LCD 4.00, CP 9.00 (4 instructions, cascadelake)
target triple = "x86_64-unknown-linux-gnu"

define double @sum(ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %p
  %s.next = fadd double %s, %x
  %i.next = add i64 %i, 1
  %c = icmp eq i64 %i.next, %n
  br i1 %c, label %exit, label %loop, !llvm.loop !0

exit:
  ret double %s.next
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

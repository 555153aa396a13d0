; Where 64 bits are as wide as a register, divisions of so many bits become multiplications, too. What they need is
; computed before the loop by divisions of 64 bits, of which the divisor may be 0 or poison.
; REQUIRES: plugin
; RUN: opt -load-pass-plugin=%plugin -passes='kernel-bounds-invert-divisors,verify' -S %s | FileCheck %s
; RUN: sed -e 's/n8:16:32:64/n8:16:32/' %s | opt -load-pass-plugin=%plugin -passes='kernel-bounds-invert-divisors' -S | FileCheck %s --check-prefix=NARROW
; NARROW: udiv i64 %x, %d
; NARROW: srem i64 %x, %d
target datalayout = "e-m:e-i64:64-i128:128-n8:16:32:64-S128"

; CHECK-LABEL: @unsigned(
; CHECK: entry:
; CHECK: %[[D:.*]] = freeze i64 %d
; CHECK: %[[ZERO:.*]] = icmp eq i64 %[[D]], 0
; CHECK: %[[SAFE:.*]] = select i1 %[[ZERO]], i64 1, i64 %[[D]]
; CHECK-COUNT-2: udiv i64
; CHECK-NOT: div i128
; CHECK: loop:
; CHECK-NOT: {{[us](div|rem)}}
; CHECK: mul i128
; CHECK: lshr i128 %{{.*}}, 64
; CHECK: lshr i64 %{{.*}}, %first.shift
; CHECK: lshr i64 %{{.*}}, %second.shift
; CHECK: exit:
define void @unsigned(ptr noalias %a, i64 %d, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %p = getelementptr inbounds i64, ptr %a, i64 %i
  %x = load i64, ptr %p, align 8
  %q = udiv i64 %x, %d
  store i64 %q, ptr %p, align 8
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @signed(
; CHECK: ashr i64 %divisor, 63
; CHECK: loop:
; CHECK: ashr i64 %dividend{{[0-9]*}}, 63
; CHECK-NOT: {{[us](div|rem)}}
; CHECK: %remainder
; CHECK: exit:
define void @signed(ptr noalias %a, i64 %d, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %p = getelementptr inbounds i64, ptr %a, i64 %i
  %x = load i64, ptr %p, align 8
  %r = srem i64 %x, %d
  store i64 %r, ptr %p, align 8
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

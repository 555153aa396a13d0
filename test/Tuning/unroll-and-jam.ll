; Four iterations of the outer loop are done in one visit of the inner one. What
; all of them load from x is loaded once, as nothing may write there between.
; REQUIRES: plugin
; RUN: opt -load-pass-plugin=%plugin -passes='kernel-bounds-unroll-and-jam,verify' -S %s | FileCheck %s

; CHECK-LABEL: @rows(
; CHECK: %[[S:.*]] = load float, ptr %px
; CHECK-NOT: load
; CHECK: store float %[[S]]
; CHECK-NOT: load
; CHECK-COUNT-3: store float %[[S]]
; CHECK: br i1
define void @rows(ptr noalias %a, ptr noalias %x) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  %row = getelementptr inbounds [64 x float], ptr %a, i64 %i
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %inner ]
  %px = getelementptr inbounds float, ptr %x, i64 %j
  %vx = load float, ptr %px, align 4
  %pa = getelementptr inbounds float, ptr %row, i64 %j
  store float %vx, ptr %pa, align 4
  %j1 = add nuw nsw i64 %j, 1
  %more = icmp ult i64 %j1, 64
  br i1 %more, label %inner, label %latch
latch:
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %i1, 32
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; These may overlap: each value is loaded where it stands, or nothing is done.
; CHECK-LABEL: @overlap(
; CHECK: load float
; CHECK: store float
; CHECK-NOT: store float %[[S]]
; CHECK: ret void
define void @overlap(ptr %a, ptr %x) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  %row = getelementptr inbounds [64 x float], ptr %a, i64 %i
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %inner ]
  %px = getelementptr inbounds float, ptr %x, i64 %j
  %vx = load float, ptr %px, align 4
  %pa = getelementptr inbounds float, ptr %row, i64 %j
  store float %vx, ptr %pa, align 4
  %j1 = add nuw nsw i64 %j, 1
  %more = icmp ult i64 %j1, 64
  br i1 %more, label %inner, label %latch
latch:
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %i1, 32
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

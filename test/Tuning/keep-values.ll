; Which loads go: those of what an earlier iteration has certainly loaded or stored,
; where nothing else may have written since. The names are those of the functions.
; REQUIRES: plugin
; RUN: opt -load-pass-plugin=%plugin -passes='kernel-bounds-keep-values,verify' -S %s | FileCheck %s

; What iteration i loads, iteration i - 2 has stored. The second of the elements before
; the loop has the address of the first one where there is no second iteration.
; CHECK-LABEL: @stored(
; CHECK: entry:
; CHECK: %[[TWO:.*]] = getelementptr i8, ptr %a, i64 4
; CHECK: %[[REACHED:.*]] = icmp uge i64 %{{.*}}, 1
; CHECK: %[[SAFE:.*]] = select i1 %[[REACHED]], ptr %[[TWO]], ptr %a
; CHECK: %[[SECOND:.*]] = load i32, ptr %[[SAFE]], align 4, !tbaa
; CHECK: %[[FIRST:.*]] = load i32, ptr %a, align 4, !tbaa
; CHECK: loop:
; CHECK: %[[NEW:.*]] = phi i32 [ %[[SECOND]], %entry ], [ %y, %loop ]
; CHECK: %[[OLD:.*]] = phi i32 [ %[[FIRST]], %entry ], [ %[[NEW]], %loop ]
; CHECK-NOT: load
; CHECK: %y = add i32 %[[OLD]], 1
define void @stored(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p, align 4, !tbaa !0
  %y = add i32 %x, 1
  %i2 = add nuw nsw i64 %i, 2
  %q = getelementptr inbounds i32, ptr %a, i64 %i2
  store i32 %y, ptr %q, align 4, !tbaa !0
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Of three loads one is left. The element of i + 1 comes from that of i + 3, and the
; one of i from that of i + 1.
; CHECK-LABEL: @loaded(
; CHECK: loop:
; CHECK-DAG: %[[A:.*]] = phi i32 [ %{{.*}}, %entry ], [ %x3, %loop ]
; CHECK-DAG: %[[B:.*]] = phi i32 [ %{{.*}}, %entry ], [ %[[A]], %loop ]
; CHECK-DAG: %[[C:.*]] = phi i32 [ %{{.*}}, %entry ], [ %[[B]], %loop ]
; CHECK-COUNT-1: load i32
; CHECK-NOT: load i32
; CHECK: add i32 %[[C]], %[[B]]
; CHECK-NOT: load i32
; CHECK: exit:
define void @loaded(ptr noalias %a, ptr noalias %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %i1 = add nuw nsw i64 %i, 1
  %i3 = add nuw nsw i64 %i, 3
  %p0 = getelementptr inbounds i32, ptr %a, i64 %i
  %p1 = getelementptr inbounds i32, ptr %a, i64 %i1
  %p3 = getelementptr inbounds i32, ptr %a, i64 %i3
  %x0 = load i32, ptr %p0, align 4
  %x1 = load i32, ptr %p1, align 4
  %x3 = load i32, ptr %p3, align 4
  %s = add i32 %x0, %x1
  %t = mul i32 %s, %x3
  %q = getelementptr inbounds i32, ptr %b, i64 %i
  store i32 %t, ptr %q, align 4
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; From the last element to the first.
; CHECK-LABEL: @backwards(
; CHECK: loop:
; CHECK: phi i32 [ %{{.*}}, %entry ], [ %y, %loop ]
; CHECK-NOT: load
; CHECK: exit:
define void @backwards(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %i1, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p, align 4
  %y = add i32 %x, 1
  %q = getelementptr inbounds i8, ptr %p, i64 -8
  store i32 %y, ptr %q, align 4
  %i1 = add nsw i64 %i, -1
  %more = icmp sgt i64 %i1, 2
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The other store may be to the same place.
; CHECK-LABEL: @other_store(
; CHECK: loop:
; CHECK: load i32
define void @other_store(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p, align 4
  %y = add i32 %x, 1
  %i2 = add nuw nsw i64 %i, 2
  %q = getelementptr inbounds i32, ptr %a, i64 %i2
  store i32 %y, ptr %q, align 4
  %r = getelementptr inbounds i32, ptr %b, i64 %i
  store i32 %y, ptr %r, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; It is not where the types of both are different ones.
; CHECK-LABEL: @other_type(
; CHECK: loop:
; CHECK-NOT: load
; CHECK: exit:
define void @other_type(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p, align 4, !tbaa !0
  %y = add i32 %x, 1
  %i2 = add nuw nsw i64 %i, 2
  %q = getelementptr inbounds i32, ptr %a, i64 %i2
  store i32 %y, ptr %q, align 4, !tbaa !0
  %r = getelementptr inbounds double, ptr %b, i64 %i
  store double 1.0, ptr %r, align 8, !tbaa !4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The iteration between writes a part of the element, and the store of the example is
; made under a condition in the second function.
; CHECK-LABEL: @part(
; CHECK: loop:
; CHECK: load i32
define void @part(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p, align 4
  %y = add i32 %x, 1
  %i2 = add nuw nsw i64 %i, 2
  %q = getelementptr inbounds i32, ptr %a, i64 %i2
  store i32 %y, ptr %q, align 4
  %r = getelementptr inbounds i8, ptr %p, i64 7
  store i8 0, ptr %r, align 1
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @condition(
; CHECK: loop:
; CHECK: load i32
define void @condition(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p, align 4
  %some = icmp sgt i32 %x, 7
  br i1 %some, label %then, label %next
then:
  %i2 = add nuw nsw i64 %i, 2
  %q = getelementptr inbounds i32, ptr %a, i64 %i2
  store i32 5, ptr %q, align 4
  br label %next
next:
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Data decide how many iterations there are: the element of the second one may not be
; loaded before the loop. That of the first one may.
; CHECK-LABEL: @until(
; CHECK: loop:
; CHECK: phi i32 [ %{{.*}}, %entry ], [ %x1, %loop ]
; CHECK-COUNT-2: load i32
; CHECK-NOT: load i32
; CHECK: exit:
define i32 @until(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %i1 = add nuw nsw i64 %i, 1
  %i3 = add nuw nsw i64 %i, 3
  %p0 = getelementptr inbounds i32, ptr %a, i64 %i
  %p1 = getelementptr inbounds i32, ptr %a, i64 %i1
  %p3 = getelementptr inbounds i32, ptr %a, i64 %i3
  %x0 = load i32, ptr %p0, align 4
  %x1 = load i32, ptr %p1, align 4
  %x3 = load i32, ptr %p3, align 4
  %s = add i32 %x0, %x1
  %t = mul i32 %s, %x3
  %more = icmp ne i32 %t, 0
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %x3
}

; A call may write, and a load that not all iterations make has no place before the loop.
; CHECK-LABEL: @calls(
; CHECK: loop:
; CHECK: load i32
; CHECK: load i32
define void @calls(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %i1 = add nuw nsw i64 %i, 1
  %p0 = getelementptr inbounds i32, ptr %a, i64 %i
  %p1 = getelementptr inbounds i32, ptr %a, i64 %i1
  %x0 = load i32, ptr %p0, align 4
  %x1 = load i32, ptr %p1, align 4
  %s = add i32 %x0, %x1
  call void @use(i32 %s)
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @sometimes(
; CHECK: then:
; CHECK: load i32
define void @sometimes(ptr %a, ptr noalias %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %i1 = add nuw nsw i64 %i, 1
  %p1 = getelementptr inbounds i32, ptr %a, i64 %i1
  %x1 = load i32, ptr %p1, align 4
  %some = icmp sgt i32 %x1, 7
  br i1 %some, label %then, label %next
then:
  %p0 = getelementptr inbounds i32, ptr %a, i64 %i
  %x0 = load i32, ptr %p0, align 4
  %q = getelementptr inbounds i32, ptr %b, i64 %i
  store i32 %x0, ptr %q, align 4
  br label %next
next:
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare void @use(i32)
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"char", !3, i64 0}
!3 = !{!"C"}
!4 = !{!5, !5, i64 0}
!5 = !{!"double", !2, i64 0}

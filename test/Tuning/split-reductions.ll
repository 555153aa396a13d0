; Which reductions are split: those that may be done in any order. Four chains go
; through four phis, and come together behind the loop.
; REQUIRES: plugin
; RUN: opt -load-pass-plugin=%plugin -passes='kernel-bounds-split-reductions,verify' -S %s | FileCheck %s

; The sum does not wrap; what is known of its parts is less.
; CHECK-LABEL: @sum(
; CHECK: loop:
; CHECK: %s = phi i32 [ 5, %entry ], [ %[[THREE:.*]], %loop ]
; CHECK: %[[ONE:.*]] = phi i32 [ 0, %entry ], [ %s1, %loop ]
; CHECK: %[[TWO:.*]] = phi i32 [ 0, %entry ], [ %[[ONE]], %loop ]
; CHECK: %[[THREE]] = phi i32 [ 0, %entry ], [ %[[TWO]], %loop ]
; CHECK: %s1 = add i32 %s, %x
; CHECK: exit:
; CHECK-COUNT-4: phi i32
; CHECK: %[[A:.*]] = add i32
; CHECK: %[[B:.*]] = add i32
; CHECK: %[[C:.*]] = add i32 %[[A]], %[[B]]
; CHECK: ret i32 %[[C]]
define i32 @sum(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi i32 [ 5, %entry ], [ %s1, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p, align 4
  %s1 = add nuw nsw i32 %s, %x
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %s1
}

; The order of these additions counts.
; CHECK-LABEL: @ordered(
; CHECK: loop:
; CHECK: phi i64
; CHECK-NEXT: phi double
; CHECK-NEXT: getelementptr
define double @ordered(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %p = getelementptr inbounds double, ptr %a, i64 %i
  %x = load double, ptr %p, align 8
  %s1 = fadd nnan ninf nsz arcp contract afn double %s, %x
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret double %s1
}

; A sum by fma, which the vectorizer does not take for one. Without nsz a sum of nothing
; is -0.
; CHECK-LABEL: @fma(
; CHECK: loop:
; CHECK: phi double [ 0.000000e+00, %entry ]
; CHECK-COUNT-3: phi double [ -0.000000e+00, %entry ]
; CHECK: exit:
; CHECK-COUNT-3: fadd reassoc double
define double @fma(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %p = getelementptr inbounds double, ptr %a, i64 %i
  %x = load double, ptr %p, align 8
  %s1 = call reassoc double @llvm.fma.f64(double %x, double %x, double %s)
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret double %s1
}

; The sum is a factor as well: that is no sum.
; CHECK-LABEL: @no_sum(
; CHECK: loop:
; CHECK: phi i64
; CHECK-NEXT: phi double
; CHECK-NEXT: getelementptr
define double @no_sum(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %p = getelementptr inbounds double, ptr %a, i64 %i
  %x = load double, ptr %p, align 8
  %s1 = call reassoc double @llvm.fma.f64(double %x, double %s, double %s)
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret double %s1
}

; Under a condition, with an end that data decide: a product, begun with the first value
; and with ones, and a maximum, all of whose chains begin with the first value.
; CHECK-LABEL: @until(
; CHECK: loop:
; CHECK: phi i32 [ %first, %entry ]
; CHECK: phi i32 [ %first, %entry ]
; CHECK-COUNT-3: phi i32 [ 1, %entry ]
; CHECK-COUNT-3: phi i32 [ %first, %entry ]
; CHECK: exit:
; CHECK-DAG: mul i32
; CHECK-DAG: call i32 @llvm.smax.i32
define i32 @until(ptr %a, i32 %first) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %s = phi i32 [ %first, %entry ], [ %s2, %next ]
  %m = phi i32 [ %first, %entry ], [ %m1, %next ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p, align 4
  %m1 = call i32 @llvm.smax.i32(i32 %m, i32 %x)
  %some = icmp sgt i32 %x, 7
  br i1 %some, label %then, label %next
then:
  %s1 = mul nsw i32 %s, %x
  br label %next
next:
  %s2 = phi i32 [ %s, %loop ], [ %s1, %then ]
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ne i32 %x, 0
  br i1 %more, label %loop, label %exit
exit:
  %r = xor i32 %s2, %m1
  ret i32 %r
}

; Each partial sum is stored: they are wanted in their order.
; CHECK-LABEL: @prefix(
; CHECK: loop:
; CHECK: phi i64
; CHECK-NEXT: phi i32
; CHECK-NEXT: getelementptr
define i32 @prefix(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s1, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p, align 4
  %s1 = add i32 %s, %x
  store i32 %s1, ptr %p, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %s1
}

declare double @llvm.fma.f64(double, double, double)
declare i32 @llvm.smax.i32(i32, i32)

; Loops of which a copy is made for data that overlap, and what the other one gains by
; it. The names are those of the functions.
; REQUIRES: plugin
; RUN: opt -load-pass-plugin=%plugin -passes='kernel-bounds-check-overlap,verify' -S %s | FileCheck %s
; RUN: opt -load-pass-plugin=%plugin -passes='kernel-bounds-all,verify' -S %s | FileCheck %s --check-prefix=ALL

; The sum stays in a register where it is at none of the places of %a, which end at
; %a + 4 n. The copy is what the loop was.
; CHECK-LABEL: @sum(
; CHECK: loop.lver.check:
; CHECK: %[[ENDS:.*]] = getelementptr i8, ptr %s, i64 4
; CHECK: %[[N:.*]] = call i64 @llvm.umax.i64(i64 %n, i64 1)
; CHECK: %[[BYTES:.*]] = shl i64 %[[N]], 2
; CHECK: %[[END:.*]] = getelementptr i8, ptr %a, i64 %[[BYTES]]
; CHECK: %[[B0:.*]] = icmp ult ptr %s, %[[END]]
; CHECK: %[[B1:.*]] = icmp ult ptr %a, %[[ENDS]]
; CHECK: %[[MEET:.*]] = and i1 %[[B0]], %[[B1]]
; CHECK: br i1 %[[MEET]], label %loop.ph.lver.orig, label %loop.ph, !prof ![[UNLIKELY:[0-9]+]]
; CHECK: loop.lver.orig:
; CHECK: load i32, ptr %s, align 4, !tbaa !{{[0-9]+}}{{$}}
; CHECK: load i32, ptr %{{.*}}, align 4, !tbaa !{{[0-9]+}}{{$}}
; CHECK: store i32 %{{.*}}, ptr %s, align 4, !tbaa !{{[0-9]+}}{{$}}
; CHECK: br i1 %{{.*}}, label %loop.lver.orig, label %{{.*}}, !llvm.loop ![[COPY:[0-9]+]]
; CHECK: loop.ph:
; CHECK: call void @llvm.experimental.noalias.scope.decl(metadata !{{[0-9]+}})
; CHECK: call void @llvm.experimental.noalias.scope.decl(metadata !{{[0-9]+}})
; CHECK: load i32, ptr %s
; CHECK: loop:
; CHECK: load i32, ptr %p, {{.*}}!alias.scope
; CHECK-NOT: {{load|store}}
; CHECK: br i1 %{{.*}}, label %loop, label %{{.*}}, !llvm.loop ![[LOOP:[0-9]+]]
; CHECK: store i32 %{{.*}}, ptr %s
define void @sum(ptr %s, ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %old = load i32, ptr %s, align 4, !tbaa !0
  %p = getelementptr inbounds nuw i32, ptr %a, i64 %i
  %x = load i32, ptr %p, align 4, !tbaa !0
  %new = mul i32 %old, %x
  store i32 %new, ptr %s, align 4, !tbaa !0
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit, !llvm.loop !4
exit:
  ret void
}
; Only for data that do not overlap there is a reduction, and it is split.
; ALL-LABEL: @sum(
; ALL: loop.lver.orig:
; ALL-NOT: chain
; ALL: loop.ph:
; ALL: %chain

; What is multiplied by is loaded once, and so is the element that is used twice.
; CHECK-LABEL: @factor(
; CHECK: loop.ph:
; CHECK: load i32, ptr %q
; CHECK: loop:
; CHECK-COUNT-1: load i32
; CHECK-NOT: load i32
; CHECK: br i1
define void @factor(ptr %y, ptr %x, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %xp = getelementptr inbounds nuw i32, ptr %x, i64 %i
  %yp = getelementptr inbounds nuw i32, ptr %y, i64 %i
  %a = load i32, ptr %xp, align 4
  %f = load i32, ptr %q, align 4
  %b = mul i32 %a, %f
  store i32 %b, ptr %yp, align 4
  %c = load i32, ptr %xp, align 4
  %d = add i32 %b, %c
  store i32 %d, ptr %yp, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Where the places of one access are not known, the others are compared all the same.
; Nothing is said of that access.
; CHECK-LABEL: @gather(
; CHECK: icmp ult ptr
; CHECK: loop.ph:
; CHECK: load i32, ptr %q
; CHECK: loop:
; CHECK: load i32, ptr %places, {{.*}}!alias.scope
; CHECK: load i32, ptr %xp, align 4{{$}}
define void @gather(ptr %y, ptr %x, ptr %idx, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %places = getelementptr inbounds nuw i32, ptr %idx, i64 %i
  %place = load i32, ptr %places, align 4
  %at = sext i32 %place to i64
  %xp = getelementptr inbounds i32, ptr %x, i64 %at
  %a = load i32, ptr %xp, align 4
  %f = load i32, ptr %q, align 4
  %b = mul i32 %a, %f
  %yp = getelementptr inbounds nuw i32, ptr %y, i64 %i
  store i32 %b, ptr %yp, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The store and the load behind it in one array are one element apart. They would always
; be found to overlap, so that they are not compared: only %y with both, and %q.
; CHECK-LABEL: @not_compared(
; CHECK-COUNT-2: %found.conflict{{.*}} = and i1
; CHECK-NOT: %found.conflict{{.*}} = and i1
; CHECK: loop.lver.orig:
define void @not_compared(ptr %y, ptr %q, i64 %n, i64 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %yp = getelementptr inbounds nuw i32, ptr %y, i64 %i
  %a = load i32, ptr %yp, align 4
  %f = load i32, ptr %q, align 4
  %ik = add nsw i64 %i, %k
  %to = getelementptr inbounds i32, ptr %y, i64 %ik
  %next = getelementptr inbounds i8, ptr %to, i64 4
  %b = load i32, ptr %next, align 4
  %c = mul i32 %a, %b
  %d = add i32 %c, %f
  store i32 %d, ptr %to, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; In all of the following there is no copy. The compiler knows where these are.
; CHECK-LABEL: @known(
; CHECK-NOT: lver
; CHECK: ret void
define void @known(ptr noalias %y, ptr noalias %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %xp = getelementptr inbounds nuw i32, ptr %x, i64 %i
  %a = load i32, ptr %xp, align 4
  %yp = getelementptr inbounds nuw i32, ptr %y, i64 %i
  store i32 %a, ptr %yp, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; These two are four elements apart, and a comparison would tell nothing else.
; CHECK-LABEL: @one_array(
; CHECK-NOT: lver
; CHECK: ret void
define void @one_array(ptr %y, i64 %n, i64 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %yp = getelementptr inbounds nuw i32, ptr %y, i64 %i
  %a = load i32, ptr %yp, align 4
  %i4 = add nuw nsw i64 %i, 4
  %yq = getelementptr inbounds nuw i32, ptr %y, i64 %i4
  store i32 %a, ptr %yq, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; More is loaded from a place than is stored there. LLVM's bounds are those of the stores.
; CHECK-LABEL: @two_sizes(
; CHECK-NOT: lver
; CHECK: ret void
define void @two_sizes(ptr %y, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %p = getelementptr inbounds nuw i8, ptr %y, i64 %i
  %a = load i32, ptr %p, align 1
  %t = trunc i32 %a to i8
  store i8 %t, ptr %p, align 1
  store i32 %a, ptr %q, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Where a condition chooses the array, the bounds are those of both of them.
; CHECK-LABEL: @either(
; CHECK-NOT: lver
; CHECK: ret void
define void @either(ptr %y, ptr %x, ptr %z, ptr %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %cp = getelementptr inbounds nuw i32, ptr %c, i64 %i
  %which = load i32, ptr %cp, align 4
  %is = icmp eq i32 %which, 0
  %array = select i1 %is, ptr %x, ptr %z
  %p = getelementptr inbounds nuw i32, ptr %array, i64 %i
  %a = load i32, ptr %p, align 4
  %q = getelementptr inbounds nuw i32, ptr %y, i64 %i
  store i32 %a, ptr %q, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; LLVM would assume a stride of one, which is another matter.
; CHECK-LABEL: @stride(
; CHECK-NOT: lver
; CHECK: ret void
define void @stride(ptr %y, ptr %x, i64 %s, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %at = mul nsw i64 %i, %s
  %xp = getelementptr inbounds i32, ptr %x, i64 %at
  %a = load i32, ptr %xp, align 4
  %yp = getelementptr inbounds nuw i32, ptr %y, i64 %i
  store i32 %a, ptr %yp, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A call may write, and a volatile store is left where it is.
; CHECK-LABEL: @calls(
; CHECK-NOT: lver
; CHECK: ret void
define void @calls(ptr %y, ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %xp = getelementptr inbounds nuw i32, ptr %x, i64 %i
  %a = load i32, ptr %xp, align 4
  call void @use(i32 %a)
  %yp = getelementptr inbounds nuw i32, ptr %y, i64 %i
  store i32 %a, ptr %yp, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: @volatile(
; CHECK-NOT: lver
; CHECK: ret void
define void @volatile(ptr %y, ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %xp = getelementptr inbounds nuw i32, ptr %x, i64 %i
  %a = load i32, ptr %xp, align 4
  %yp = getelementptr inbounds nuw i32, ptr %y, i64 %i
  store volatile i32 %a, ptr %yp, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Data decide how far it gets.
; CHECK-LABEL: @until(
; CHECK-NOT: lver
; CHECK: ret void
define void @until(ptr %y, ptr %x) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %xp = getelementptr inbounds nuw i32, ptr %x, i64 %i
  %a = load i32, ptr %xp, align 4
  %yp = getelementptr inbounds nuw i32, ptr %y, i64 %i
  store i32 %a, ptr %yp, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ne i32 %a, 0
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The same in one branch, on the way down: no bound is known before the loop.
; CHECK-LABEL: @leaves(
; CHECK-NOT: lver
; CHECK: ret void
define void @leaves(ptr %y, ptr %x, i64 %n) {
entry:
  %end = getelementptr i32, ptr %y, i64 %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %xp = getelementptr inbounds nuw i32, ptr %x, i64 %i
  %a = load i32, ptr %xp, align 4
  %back = xor i64 %i, -1
  %yp = getelementptr i32, ptr %end, i64 %back
  store i32 %a, ptr %yp, align 4
  %i1 = add nuw nsw i64 %i, 1
  %last = icmp uge i64 %i1, %n
  %zero = icmp eq i32 %a, 0
  %leave = select i1 %last, i1 true, i1 %zero
  br i1 %leave, label %exit, label %loop
exit:
  ret void
}

; Their metadata forbid these.
; CHECK-LABEL: @forbidden(
; CHECK-NOT: lver
; CHECK: ret void
define void @forbidden(ptr %y, ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %xp = getelementptr inbounds nuw i32, ptr %x, i64 %i
  %a = load i32, ptr %xp, align 4
  %yp = getelementptr inbounds nuw i32, ptr %y, i64 %i
  store i32 %a, ptr %yp, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %second, !llvm.loop !6
second:
  br label %loop2
loop2:
  %j = phi i64 [ 0, %second ], [ %j1, %loop2 ]
  %xq = getelementptr inbounds nuw i32, ptr %x, i64 %j
  %b = load i32, ptr %xq, align 4
  %yq = getelementptr inbounds nuw i32, ptr %y, i64 %j
  store i32 %b, ptr %yq, align 4
  %j1 = add nuw nsw i64 %j, 1
  %more2 = icmp ult i64 %j1, %n
  br i1 %more2, label %loop2, label %exit, !llvm.loop !8
exit:
  ret void
}

; A visit of two loops could not be done together with others.
; CHECK-LABEL: @jammed(
; CHECK-NOT: lver
; CHECK: ret void
define void @jammed(ptr %y, ptr %x, i64 %n) {
entry:
  br label %rows
rows:
  %j = phi i64 [ 0, %entry ], [ %j1, %next ]
  br label %loop
loop:
  %i = phi i64 [ 0, %rows ], [ %i1, %loop ]
  %xp = getelementptr inbounds nuw i32, ptr %x, i64 %i
  %a = load i32, ptr %xp, align 4
  %yp = getelementptr inbounds nuw i32, ptr %y, i64 %i
  store i32 %a, ptr %yp, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %next
next:
  %j1 = add nuw nsw i64 %j, 1
  %others = icmp ult i64 %j1, %n
  br i1 %others, label %rows, label %exit, !llvm.loop !10
exit:
  ret void
}

; Both copies keep what the loop's own metadata say. That for data that overlap has a
; mark.
; CHECK-DAG: ![[UNLIKELY]] = !{!"branch_weights", i32 1, i32 127}
; CHECK-DAG: ![[COPY]] = distinct !{![[COPY]], ![[OWN:[0-9]+]], ![[MARK:[0-9]+]]}
; CHECK-DAG: ![[MARK]] = !{!"kernel-bounds.for-overlap"}
; CHECK-DAG: ![[LOOP]] = distinct !{![[LOOP]], ![[OWN]]{{[,}]}}
; CHECK-DAG: ![[OWN]] = !{!"llvm.loop.mustprogress"}

declare void @use(i32)
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"char", !3, i64 0}
!3 = !{!"C"}
!4 = distinct !{!4, !5}
!5 = !{!"llvm.loop.mustprogress"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.licm_versioning.disable"}
!8 = distinct !{!8, !9}
!9 = !{!"llvm.loop.disable_nonforced"}
!10 = distinct !{!10, !11}
!11 = !{!"llvm.loop.unroll_and_jam.count", i32 4}

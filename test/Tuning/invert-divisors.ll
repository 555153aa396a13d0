; Which divisions become multiplications: those by a number that does not change and is
; not known, of up to 32 bits.
; REQUIRES: plugin
; RUN: opt -load-pass-plugin=%plugin -passes='kernel-bounds-invert-divisors,verify' -S %s | FileCheck %s

; The divisor may be 0 or poison where no iteration divides. Both share the reciprocal.
; CHECK-LABEL: @unsigned(
; CHECK: entry:
; CHECK: %[[D:.*]] = freeze i32 %d
; CHECK: %[[W:.*]] = zext i32 %[[D]] to i64
; CHECK: %[[ZERO:.*]] = icmp eq i64 %[[W]], 0
; CHECK: %[[SAFE:.*]] = select i1 %[[ZERO]], i64 1, i64 %[[W]]
; CHECK: %[[FLOOR:.*]] = udiv i64 -1, %[[SAFE]]
; CHECK: add i64 %[[FLOOR]], 1
; CHECK-NOT: freeze
; CHECK: loop:
; CHECK-NOT: {{[us](div|rem)}}
; CHECK: freeze i32 %x
; CHECK: mul i128
; CHECK: lshr i128 %{{.*}}, 64
; CHECK: mul i128
; CHECK: mul i32 %{{.*}}, %[[D]]
; CHECK: sub i32 %dividend
; CHECK: exit:
define void @unsigned(ptr noalias %a, i32 %d, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %p, align 4
  %q = udiv i32 %x, %d
  %r = urem i32 %x, %d
  %s = xor i32 %q, %r
  store i32 %s, ptr %p, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Of 16 bits the product has 64; the signs are put in behind it.
; CHECK-LABEL: @signed(
; CHECK: udiv i32 -1,
; CHECK: loop:
; CHECK: ashr i16 %dividend{{[0-9]*}}, 15
; CHECK: mul i64
; CHECK: lshr i64 %{{.*}}, 32
; CHECK: %quotient
; CHECK-NOT: {{[us](div|rem)}}
; CHECK: exit:
define void @signed(ptr %a, i16 %d, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %p = getelementptr inbounds i16, ptr %a, i64 %i
  %x = load i16, ptr %p, align 2
  %q = sdiv i16 %x, %d
  store i16 %q, ptr %p, align 2
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Of 64 bits, by a constant, and by what changes: not these.
; CHECK-LABEL: @others(
; CHECK: udiv i64 %x, %d
; CHECK: udiv i32 %y, 7
; CHECK: udiv i32 1000, %z
define void @others(ptr %a, i64 %d, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %p = getelementptr inbounds i64, ptr %a, i64 %i
  %x = load i64, ptr %p, align 8
  %q = udiv i64 %x, %d
  %y = trunc i64 %q to i32
  %z = udiv i32 %y, 7
  %w = udiv i32 1000, %z
  store i32 %w, ptr %p, align 4
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

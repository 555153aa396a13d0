//===- AArch64SemanticsTest.cpp - Tests for AArch64Semantics.cpp ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel/SemanticsTester.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

static SemanticsTester &tester() {
  static SemanticsTester T("aarch64-unknown-linux-gnu", "+all");
  return T;
}

TEST(AArch64Semantics, GeneralRegisters) {
  const SemanticsRow Rows[] = {
      {"add x0, x1, x2", "x1 x2", "x0", "", ""},
      {"add w0, w1, w2", "x1 x2", "x0", "", ""},
      {"add x0, x1, x2, lsl #3", "x1 x2", "x0", "", ""},
      {"adds x0, x1, x2", "x1 x2", "x0 nzcv", "", ""},
      {"cmp x1, #4", "x1", "nzcv", "", ""},
      {"sub sp, sp, #16", "sp", "sp", "", ""},
      {"mul x0, x1, x2", "x1 x2", "x0", "", ""},
      {"madd x0, x1, x2, x3", "x1 x2 x3:acc", "x0", "", ""},
      {"smaddl x0, w1, w2, x3", "x1 x2 x3:acc", "x0", "", ""},
      {"movk x0, #5, lsl #16", "x0:merge", "x0", "", ""},
      {"bfi x0, x1, #4, #8", "x0:merge x1", "x0", "", ""},
      {"bfxil w0, w1, #4, #8", "x0:merge x1", "x0", "", ""},
      {"ubfx x0, x1, #4, #8", "x1", "x0", "", ""},
      {"adc x0, x1, x2", "x1 x2 nzcv", "x0", "", ""},
      {"sbcs x0, x1, x2", "x1 x2 nzcv", "x0 nzcv", "", ""},
      {"csel x0, x1, x2, eq", "x1 x2 nzcv", "x0", "", ""},
      {"cset x0, ne", "nzcv", "x0", "", ""},
      {"ccmp x0, x1, #4, ne", "x0 x1 nzcv", "nzcv", "", ""},
      {"b.ne foo", "nzcv", "", "", "branch cond"},
      {"cbnz w0, foo", "x0", "", "", "branch cond"},
      {"tbz x0, #3, foo", "x0", "", "", "branch cond"},
      {"b foo", "", "", "", "branch"},
      {"bl foo", "", "x30", "", "call"},
      {"nop", "", "", "", "nop"},
      {"bti c", "", "", "", "nop"},
      {"dmb ish", "", "", "", "opaque"},
  };
  checkRows(tester(), Rows);
}

TEST(AArch64Semantics, Vectors) {
  const SemanticsRow Rows[] = {
      {"fadd d0, d1, d2", "v1 v2", "v0", "", ""},
      {"fmadd d0, d1, d2, d3", "v1 v2 v3:acc", "v0", "", ""},
      {"fnmsub s0, s1, s2, s3", "v1 v2 v3:acc", "v0", "", ""},
      {"fmla v0.2d, v1.2d, v2.2d", "v0:acc v1 v2", "v0", "", ""},
      {"fmla v0.2d, v1.2d, v2.d[1]", "v0:acc v1 v2", "v0", "", ""},
      {"mls v0.4s, v1.4s, v2.4s", "v0:acc v1 v2", "v0", "", ""},
      {"smlal2 v0.4s, v1.8h, v2.8h", "v0:acc v1 v2", "v0", "", ""},
      {"sdot v0.4s, v1.16b, v2.16b", "v0:acc v1 v2", "v0", "", ""},
      {"bfdot v0.4s, v1.8h, v2.8h", "v0:acc v1 v2", "v0", "", ""},
      {"bfmmla v0.4s, v1.8h, v2.8h", "v0:acc v1 v2", "v0", "", ""},
      {"usra v0.4s, v1.4s, #3", "v0:acc v1", "v0", "", ""},
      {"uabal v0.8h, v1.8b, v2.8b", "v0:acc v1 v2", "v0", "", ""},
      {"mov v0.d[1], x1", "v0:merge x1", "v0", "", ""},
      {"mov v0.s[1], v2.s[0]", "v0:merge v2", "v0", "", ""},
      {"xtn2 v0.16b, v1.8h", "v0:merge v1", "v0", "", ""},
      {"xtn v0.8b, v1.8h", "v1", "v0", "", ""},
      {"sli v0.4s, v1.4s, #3", "v0:merge v1", "v0", "", ""},
      {"bsl v0.16b, v1.16b, v2.16b", "v0 v1 v2", "v0", "", ""},
      {"aese v0.16b, v1.16b", "v0 v1", "v0", "", ""},
      {"tbl v0.16b, {v1.16b, v2.16b}, v3.16b", "v1+v2 v3", "v0", "", ""},
      {"fcmp d0, d1", "v0 v1", "nzcv", "", ""},
      {"fcsel d0, d1, d2, gt", "v1 v2 nzcv", "v0", "", ""},
      {"fmov x0, d1", "v1", "x0", "", ""},
      {"dup v0.4s, w1", "x1", "v0", "", ""},
  };
  checkRows(tester(), Rows);
}

TEST(AArch64Semantics, ScalableVectors) {
  const SemanticsRow Rows[] = {
      {"fadd z0.d, z1.d, z2.d", "v1 v2", "v0", "", ""},
      {"fadd z0.d, p1/m, z0.d, z2.d", "p1:mask v0 v2", "v0", "", ""},
      {"fmla z0.d, p1/m, z2.d, z3.d", "p1:mask v0:acc v2 v3", "v0", "", ""},
      {"fmad z0.d, p1/m, z2.d, z3.d", "p1:mask v0 v2 v3:acc", "v0", "", ""},
      {"sdot z0.s, z1.b, z2.b", "v0:acc v1 v2", "v0", "", ""},
      {"fmla z0.d, z1.d, z2.d[1]", "v0:acc v1 v2", "v0", "", ""},
      {"mov z0.d, p1/m, z2.d", "p1:mask v2 v0", "v0", "", ""},
      {"mov z0.d, p1/m, x2", "v0:merge p1:mask x2", "v0", "", ""},
      {"fabs z0.d, p1/m, z2.d", "v0:merge p1:mask v2", "v0", "", ""},
      {"movprfx z0, z1", "v1", "v0", "", "move"},
      {"movprfx z0.d, p1/z, z2.d", "p1:mask v2", "v0", "", ""},
      {"sel z0.d, p1, z2.d, z3.d", "p1:mask v2 v3", "v0", "", ""},
      {"fcmgt p0.d, p1/z, z2.d, z3.d", "p1:mask v2 v3", "p0", "", ""},
      {"cmpeq p0.s, p1/z, z2.s, #0", "p1:mask v2", "p0 nzcv", "", ""},
      {"whilelo p0.d, x1, x2", "x1 x2", "p0 nzcv", "", ""},
      {"ptrue p0.d", "", "p0", "", ""},
      {"ptest p1, p2.b", "p1:mask p2", "nzcv", "", ""},
      {"and p0.b, p1/z, p2.b, p3.b", "p1:mask p2 p3", "p0", "", ""},
      {"cntp x0, p1, p2.d", "p1:mask p2", "x0", "", ""},
      {"incp x0, p1.d", "p1 x0", "x0", "", ""},
      {"incd x0", "x0", "x0", "", ""},
      {"cntd x0", "", "x0", "", ""},
      {"fadda d0, p1, d0, z2.d", "p1:mask v0 v2", "v0", "", ""},
      {"faddv d0, p1, z2.d", "p1:mask v2", "v0", "", ""},
      {"index z0.s, w1, w2", "x1 x2", "v0", "", ""},
  };
  checkRows(tester(), Rows);
}

TEST(AArch64Semantics, Memory) {
  const SemanticsRow Rows[] = {
      {"ldr x0, [x1, #8]", "x1:addr", "x0", "load8 [x1+8]", "load"},
      {"ldr q0, [x1, #32]", "x1:addr", "v0", "load16.vec [x1+32]", "load"},
      {"ldur d0, [x1, #-8]", "x1:addr", "v0", "load8.vec [x1-8]", "load"},
      {"str w0, [x1, #4]", "x0:store x1:addr", "", "store4 [x1+4]", "store"},
      {"ldrb w0, [x1, #3]", "x1:addr", "x0", "load1 [x1+3]", "load"},
      {"ldrsh x0, [x1, #6]", "x1:addr", "x0", "load2 [x1+6]", "load"},
      {"ldrsw x0, [x1, #8]", "x1:addr", "x0", "load4 [x1+8]", "load"},
      {"ldursb w0, [x1, #-1]", "x1:addr", "x0", "load1 [x1-1]", "load"},
      {"strb wzr, [x1]", "x1:addr", "", "store1 [x1]", "store"},
      {"ldr x0, [x1, x2]", "x1:addr x2:addr", "x0", "load8 [x1+x2]", "load"},
      {"ldr x0, [x1, x2, lsl #3]", "x1:addr x2:addr", "x0", "load8 [x1+x2*8]",
       "load"},
      {"ldr s0, [x1, w2, sxtw #2]", "x1:addr x2:addr", "v0",
       "load4.vec [x1+w2s*4]", "load"},
      {"ldrh w0, [x1, w2, uxtw]", "x1:addr x2:addr", "x0", "load2 [x1+w2u]",
       "load"},
      {"ldr d0, [x1], #8", "x1:addr", "x1! v0", "load8.vec [x1+8]post", "load"},
      {"ldr d0, [x1, #-16]!", "x1:addr", "x1! v0", "load8.vec [x1-16]pre",
       "load"},
      {"str d5, [x14], #8", "v5:store x14:addr", "x14!",
       "store8.vec [x14+8]post", "store"},
      {"ldr x0, foo", "", "x0", "load8 [foo]", "load"},
      {"ldr x0, [x1, :lo12:foo+8]", "x1:addr", "x0", "load8 [x1+foo+8]",
       "load"},
      {"ldp x0, x1, [sp, #16]", "sp:addr", "x0 x1", "load16 [sp+16]", "load"},
      {"ldp q0, q1, [x2], #32", "x2:addr", "x2! v0 v1",
       "load32.vec [x2+32]post", "load"},
      {"stp d0, d1, [x2, #-16]!", "v0:store v1:store x2:addr", "x2!",
       "store16.vec [x2-16]pre", "store"},
      {"ldpsw x0, x1, [x2, #8]", "x2:addr", "x0 x1", "load8 [x2+8]", "load"},
      {"ld1 {v0.4s, v1.4s}, [x2]", "x2:addr", "v0+v1", "load32.vec [x2]",
       "load"},
      {"ld1 {v0.4s, v1.4s}, [x2], #32", "x2:addr", "x2! v0+v1",
       "load32.vec [x2+32]post", "load"},
      {"ld1 {v0.4s, v1.4s}, [x2], x3", "x2:addr x3:addr", "x2! v0+v1",
       "load32.vec [x2+x3]post", "load"},
      {"st3 {v0.8b, v1.8b, v2.8b}, [x3]", "v0+v1+v2:store x3:addr", "",
       "store24.vec [x3]", "store"},
      {"ld4 {v30.4s, v31.4s, v0.4s, v1.4s}, [x2]", "x2:addr", "v0+v1+v30+v31",
       "load64.vec [x2]", "load"},
      {"ld1r {v0.4s}, [x1]", "x1:addr", "v0", "load4.vec [x1]", "load"},
      {"ld1 {v0.s}[2], [x1]", "v0:merge x1:addr", "v0", "load4.vec [x1]",
       "load"},
      {"st2 {v0.h, v1.h}[2], [x1], #4", "v0+v1:store x1:addr", "x1!",
       "store4.vec [x1+4]post", "store"},
      {"prfm pldl1keep, [x0, #64]", "x0:addr", "", "load0 [x0+64]",
       "load prefetch"},
  };
  checkRows(tester(), Rows);
}

TEST(AArch64Semantics, ScalableMemory) {
  const SemanticsRow Rows[] = {
      {"ld1d {z0.d}, p0/z, [x1, x2, lsl #3]", "p0:mask x1:addr x2:addr", "v0",
       "load16.vec.sve [x1+x2*8]", "load"},
      {"ld1w {z0.s}, p0/z, [x1, #2, mul vl]", "p0:mask x1:addr", "v0",
       "load16.vec.sve [x1+32]", "load"},
      {"ld1b {z0.d}, p0/z, [x1, #2, mul vl]", "p0:mask x1:addr", "v0",
       "load2.vec.sve [x1+4]", "load"},
      {"ld1sw {z0.d}, p0/z, [x1]", "p0:mask x1:addr", "v0",
       "load8.vec.sve [x1]", "load"},
      {"st1h {z0.h}, p0, [x1, x2, lsl #1]", "v0:store p0:mask x1:addr x2:addr",
       "", "store16.vec.sve [x1+x2*2]", "store"},
      {"ldnt1w {z0.s}, p0/z, [x1, x2, lsl #2]", "p0:mask x1:addr x2:addr", "v0",
       "load16.vec.sve [x1+x2*4]", "load"},
      {"ldff1d {z0.d}, p0/z, [x1, x2, lsl #3]", "p0:mask x1:addr x2:addr", "v0",
       "load16.vec.sve [x1+x2*8]", "load"},
      {"ld2w {z0.s, z1.s}, p0/z, [x1, #2, mul vl]", "p0:mask x1:addr", "v0+v1",
       "load32.vec.sve [x1+32]", "load"},
      {"ld1w {z0.s, z1.s}, pn8/z, [x1, #2, mul vl]", "p8:mask x1:addr", "v0+v1",
       "load32.vec.sve [x1+32]", "load"},
      {"st4d {z0.d-z3.d}, p0, [x1, #-4, mul vl]",
       "v0+v1+v2+v3:store p0:mask x1:addr", "", "store64.vec.sve [x1-64]",
       "store"},
      {"ld1rw {z0.s}, p0/z, [x1, #8]", "p0:mask x1:addr", "v0",
       "load4.vec [x1+8]", "load"},
      {"ld1rqd {z0.d}, p0/z, [x1, #16]", "p0:mask x1:addr", "v0",
       "load16.vec [x1+16]", "load"},
      {"ldr z0, [x1, #3, mul vl]", "x1:addr", "v0", "load16.vec.sve [x1+48]",
       "load"},
      {"str p0, [x1, #3, mul vl]", "p0:store x1:addr", "",
       "store2.vec.sve [x1+6]", "store"},
      {"ld1d {z0.d}, p0/z, [x1, z2.d, lsl #3]", "p0:mask x1:addr v2:addr", "v0",
       "load8.vec.gather [x1+z2*8]", "load"},
      {"ld1w {z0.s}, p0/z, [x1, z2.s, sxtw #2]", "p0:mask x1:addr v2:addr",
       "v0", "load4.vec.gather [x1+z2s*4]", "load"},
      {"ld1w {z0.d}, p0/z, [x1, z2.d, uxtw]", "p0:mask x1:addr v2:addr", "v0",
       "load4.vec.gather [x1+z2u]", "load"},
      {"ld1w {z0.s}, p0/z, [z1.s, #4]", "p0:mask v1:addr", "v0",
       "load4.vec.gather [z1+4]", "load"},
      {"st1d {z0.d}, p0, [z1.d, #16]", "v0:store p0:mask v1:addr", "",
       "store8.vec.gather [z1+16]", "store"},
      {"ldnt1d {z0.d}, p0/z, [z1.d, x2]", "p0:mask v1:addr x2:addr", "v0",
       "load8.vec.gather [x2+z1]", "load"},
      {"prfd pldl1keep, p0, [x1, #1, mul vl]", "p0:mask x1:addr", "",
       "load0.vec.sve [x1+16]", "load prefetch"},
  };
  checkRows(tester(), Rows);
}

TEST(AArch64Semantics, Atomics) {
  const SemanticsRow Rows[] = {
      {"ldar x0, [x1]", "x1:addr", "x0", "load8 [x1]", "load"},
      {"stlrb w0, [x1]", "x0:store x1:addr", "", "store1 [x1]", "store"},
      {"ldxr w0, [x1]", "x1:addr", "x0", "load4 [x1]", "load"},
      {"stxr w0, x2, [x1]", "x2:store x1:addr", "x0", "store8 [x1]", "store"},
      {"ldaxp x0, x2, [x1]", "x1:addr", "x0 x2", "load16 [x1]", "load"},
      {"stlxp w0, x2, x3, [x1]", "x2:store x3:store x1:addr", "x0",
       "store16 [x1]", "store"},
      {"ldaddal x0, x2, [x1]", "x0 x1:addr", "x2", "update8 [x1]",
       "load store locked"},
      {"ldeorah w0, w2, [x1]", "x0 x1:addr", "x2", "update2 [x1]",
       "load store locked"},
      {"stadd w0, [x1]", "x0 x1:addr", "", "update4 [x1]", "load store locked"},
      {"swp x0, x2, [x1]", "x0 x1:addr", "x2", "update8 [x1]",
       "load store locked"},
      {"cas x0, x2, [x1]", "x0 x2 x1:addr", "x0", "update8 [x1]",
       "load store locked"},
      {"caspal x0, x1, x2, x3, [x4]", "x0+x1 x2+x3 x4:addr", "x0+x1",
       "update16 [x4]", "load store locked"},
      {"ldapr w0, [x1], #4", "x1:addr", "x1! x0", "load4 [x1+4]post", "load"},
      {"stilp x0, x2, [x1, #-16]!", "x0:store x2:store x1:addr", "x1!",
       "store16 [x1-16]pre", "store"},
      {"ldapur w0, [x1, #-4]", "x1:addr", "x0", "load4 [x1-4]", "load"},
      {"ldraa x0, [x1, #8]", "x1:addr", "x0", "load8 [x1+8]", "load"},
  };
  checkRows(tester(), Rows);
}

TEST(AArch64Semantics, Idioms) {
  const SemanticsRow Rows[] = {
      {"mov x0, x1", "x1", "x0", "", "move"},
      {"mov w0, w1", "x1", "x0", "", "move"},
      {"orr x0, xzr, x1, lsl #2", "x1", "x0", "", ""},
      {"mov x0, xzr", "", "x0", "", "zero"},
      {"mov x0, #0", "", "x0", "", "zero"},
      {"mov x0, #7", "", "x0", "", ""},
      {"mov x0, sp", "sp", "x0", "", "move"},
      {"add x0, x1, #0", "x1", "x0", "", "move"},
      {"add x0, x1, #1", "x1", "x0", "", ""},
      {"add x0, x1, :lo12:foo", "x1", "x0", "", ""},
      {"eor x0, x1, x1", "x1 x1", "x0", "", "zero"},
      {"eor x0, x1, x1, lsl #1", "x1 x1", "x0", "", ""},
      {"eor v0.16b, v1.16b, v1.16b", "v1 v1", "v0", "", "zero"},
      {"eor z0.d, z1.d, z1.d", "v1 v1", "v0", "", "zero"},
      {"eor v0.16b, v1.16b, v2.16b", "v1 v2", "v0", "", ""},
      {"movi v0.4s, #0", "", "v0", "", "zero"},
      {"movi d0, #0", "", "v0", "", "zero"},
      {"movi v0.4s, #1", "", "v0", "", ""},
      {"mov v0.16b, v1.16b", "v1 v1", "v0", "", "move"},
      {"fmov d0, d1", "v1", "v0", "", "move"},
      {"mov z0.d, z1.d", "v1 v1", "v0", "", "move"},
      {"orr v0.16b, v1.16b, v2.16b", "v1 v2", "v0", "", ""},
  };
  checkRows(tester(), Rows);
}

TEST(AArch64Semantics, OneUnitPerRegister) {
  SemanticsTester &T = tester();
  const Kernel &K = T.kernel("fadd d0, d0, d0\n fadd z1.d, z0.d, z0.d\n"
                             "add w2, w2, w2\n add x3, x2, x2\n");
  EXPECT_EQ(K.units(K.writes(K.Insts[0])[0]), K.units(K.reads(K.Insts[1])[0]));
  EXPECT_EQ(K.units(K.writes(K.Insts[2])[0]), K.units(K.reads(K.Insts[3])[0]));
  for (const RegRead &R : K.Reads)
    EXPECT_EQ(R.NumUnits, 1);
}

TEST(AArch64Semantics, EveryOpcode) { checkEveryOpcode(tester()); }

//===- X87Stack.cpp - x87 instructions on a stack of registers ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The table of x87 instructions.
/// Source: Intel 64 and IA-32 Architectures Software Developer's Manual,
/// volume 1, chapter "Programming with the x87 FPU".
/// Tested by unittests/Target/X86SemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "X87Stack.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace kernelbounds;

X87Action kernelbounds::actionOfX87(StringRef Name) {
  constexpr uint8_t T = X87Action::ST0, U = X87Action::ST1, I = X87Action::STi;
  const X87Action None;
  const X87Action Push = {0, T, 1, 0, false};
  const X87Action Top = {T, T, 0, 0, false};
  const X87Action TopByNext = {T | U, T, 0, 0, false};
  const X87Action TopByNextPop = {T | U, U, 0, 1, false};
  const X87Action TopAndPush = {T, T | U, 1, 0, false};
  const X87Action Store = {T, 0, 0, 0, true}, StorePop = {T, 0, 0, 1, true};
  const X87Action Compare = {T, 0, 0, 0, false};
  const X87Action ComparePop = {T, 0, 0, 1, false};
  const X87Action CompareI = {T | I, 0, 0, 0, false};
  const X87Action CompareIPop = {T | I, 0, 0, 1, false};

  X87Action A =
      StringSwitch<X87Action>(Name)
          .Case("LD_Frr", {I, T, 1, 0, false})
          .StartsWith("LD_F", Push)
          .StartsWith("ILD_F", Push)
          .Case("FBLDm", Push)
          .Cases({"FLDL2E", "FLDL2T", "FLDLG2", "FLDLN2", "FLDPI"}, Push)
          .Case("ST_Frr", {T, I, 0, 0, false})
          .Case("ST_FPrr", {T, I, 0, 1, false})
          .StartsWith("ST_FP", StorePop)
          .StartsWith("ST_F", Store)
          .StartsWith("IST_FP", ComparePop) // Converts: no plain store.
          .StartsWith("IST_F", Compare)
          .StartsWith("ISTT_FP", ComparePop)
          .Case("FBSTPm", ComparePop)
          .Case("XCH_F", {T | I, T | I, 0, 0, false})
          .Cases({"CHS_F", "ABS_F", "SQRT_F", "FSIN", "FCOS", "F2XM1"}, Top)
          .Case("FRNDINT", Top)
          .Cases({"FSCALE", "FPREM", "FPREM1"}, TopByNext)
          .Cases({"FPATAN", "FYL2X", "FYL2XP1"}, TopByNextPop)
          .Cases({"FPTAN", "FSINCOS", "FXTRACT"}, TopAndPush)
          .Cases({"TST_F", "XAM_F"}, Compare)
          .Cases({"FCOMPP", "UCOM_FPPr"}, {T | U, 0, 0, 2, false})
          .StartsWith("FCOMP", ComparePop)
          .StartsWith("FICOMP", ComparePop)
          .StartsWith("FCOM", Compare)
          .StartsWith("FICOM", Compare)
          .Cases({"COMP_FST0r", "COM_FIPr"}, CompareIPop)
          .Cases({"UCOM_FPr", "UCOM_FIPr"}, CompareIPop)
          .StartsWith("COM_F", CompareI)
          .StartsWith("UCOM_F", CompareI)
          .StartsWith("CMOV", {T | I, T, 0, 0, false})
          .Case("FFREEP", {0, 0, 0, 1, false})
          .Case("FINCSTP", {0, 0, 0, 1, false})
          .Case("FDECSTP", {0, 0, 1, 0, false})
          .Default(None);
  if (Name.ends_with("_FST0r") && !A.Reads) // ADD, SUB, SUBR, MUL, DIV, DIVR.
    return {T | I, T, 0, 0, false};
  if (Name.ends_with("_FrST0"))
    return {T | I, I, 0, 0, false};
  if (Name.ends_with("_FPrST0"))
    return {T | I, I, 0, 1, false};
  for (StringRef Op : {"ADD_F", "SUB_F", "SUBR_F", "MUL_F", "DIV_F", "DIVR_F"})
    if (Name.starts_with(Op)) // With memory.
      return Top;
  return A;
}

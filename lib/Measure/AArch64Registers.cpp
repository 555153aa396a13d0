//===- AArch64Registers.cpp - Addresses from registers of AArch64 ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/recorder/aarch64.test and test/Run/emulated.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/AArch64Registers.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/Support/MathExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// LLVM calls x29 FP and x30 LR.
AArch64Registers::AArch64Registers(const MCRegisterInfo &MRI) {
  Places.resize(MRI.getNumRegs());
  for (unsigned Reg = 1; Reg < MRI.getNumRegs(); ++Reg) {
    const StringRef Name = MRI.getName(Reg);
    unsigned Number;
    if (Name == "SP" || Name == "WSP")
      Places[Reg] = {SP, Name == "WSP"};
    else if (Name == "FP" || Name == "LR")
      Places[Reg] = {Name == "FP" ? FP : LR, false};
    else if ((Name[0] == 'X' || Name[0] == 'W') &&
             !Name.drop_front().getAsInteger(10, Number))
      Places[Reg] = {static_cast<int8_t>(Number), Name[0] == 'W'};
  }
}

/// Zero for what is no place of its own: the zero register.
uint64_t AArch64Registers::value(unsigned Reg,
                                 ArrayRef<uint64_t> Values) const {
  const Place P = Places[Reg];
  if (P.Index == None)
    return 0;
  return P.IsNarrow ? uint32_t(Values[P.Index]) : Values[P.Index];
}

uint64_t AArch64Registers::address(const MemRef &M,
                                   ArrayRef<uint64_t> Values) const {
  uint64_t Address = M.Base ? value(M.Base, Values) : 0;
  if (M.WriteBack == WriteBackKind::PostIndex)
    return Address;
  Address += static_cast<uint64_t>(M.Displacement);
  if (!M.Index)
    return Address;
  uint64_t Index = value(M.Index, Values);
  if (M.IndexExtend)
    Index = M.IndexExtend == 's' ? SignExtend64<32>(Index) : uint32_t(Index);
  return Address + Index * M.Scale;
}

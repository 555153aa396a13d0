//===- RegisterPressure.cpp - Registers that a loop needs -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A register that the loop writes, but for its control, belongs to a copy of
/// the body; as many as live at once are needed for each copy. The others are
/// needed once: what does not change, and counters.
///
/// Tested by unittests/Advice/RegisterPressureTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "RegisterPressure.h"
#include "kernel-bounds/Advice/LoopControl.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

/// Calls \p Do with each unit of \p Operands that is in a file.
template <typename Range, typename Function>
static void forEachUnit(const Kernel &K, ArrayRef<unsigned> File,
                        unsigned NumFiles, const Range &Operands, Function Do) {
  for (const auto &Op : Operands)
    for (RegUnit U : K.units(Op))
      if (File[U] != NumFiles)
        Do(U);
}

RegisterPressure::RegisterPressure(const Analysis &A, unsigned NumUnits,
                                   const std::vector<bool> &IsControl)
    : A(A), IsOwn(NumUnits) {
  const Kernel &K = A.kernel();
  const TargetSemantics &Target = targetOf(K);
  for (const RegisterFile &F : Target.registerFiles())
    Sizes.push_back(!F.Feature.empty() && hasFeature(A, F.Feature)
                        ? F.SizeWithFeature
                        : F.Size);
  NumFiles = Sizes.size();
  File.assign(NumUnits, NumFiles);
  Shared.assign(NumFiles, 0);
  Peak.assign(NumFiles, 0);
  if (NumFiles == 0)
    return;
  auto Place = [&](const auto &Operands) {
    for (const auto &Op : Operands)
      for (RegUnit U : K.units(Op))
        if (Op.Reg != 0 && File[U] == NumFiles)
          File[U] = Target.registerFile(U);
  };
  for (auto [I, Inst] : enumerate(K.Insts)) {
    Place(K.reads(Inst));
    Place(K.writes(Inst));
    if (!IsControl[I])
      forEachUnit(K, File, NumFiles, K.writes(Inst),
                  [&](RegUnit U) { IsOwn[U] = true; });
  }
  for (unsigned U = 0; U < NumUnits; ++U)
    if (File[U] != NumFiles && !IsOwn[U])
      ++Shared[File[U]];
  countLive();
}

/// Backwards over two trips.
void RegisterPressure::countLive() {
  const Kernel &K = A.kernel();
  std::vector<bool> IsLive(IsOwn.size());
  SmallVector<unsigned, 4> Live(NumFiles);
  auto Set = [&](RegUnit U, bool Now) {
    if (!IsOwn[U] || IsLive[U] == Now)
      return;
    IsLive[U] = Now;
    Live[File[U]] += Now ? 1 : -1;
    Peak[File[U]] = std::max(Peak[File[U]], Live[File[U]]);
  };
  auto ForEach = [&](const auto &Operands, auto Do) {
    forEachUnit(K, File, NumFiles, Operands, Do);
  };
  for (unsigned Trip = 0; Trip < 2; ++Trip)
    for (const KernelInst &Inst : reverse(K.Insts)) {
      // A result that nobody reads needs a register, too.
      ForEach(K.writes(Inst), [&](RegUnit U) { Set(U, true); });
      ForEach(K.writes(Inst), [&](RegUnit U) { Set(U, false); });
      ForEach(K.reads(Inst), [&](RegUnit U) { Set(U, true); });
    }
}

unsigned RegisterPressure::mostCopies() const {
  unsigned Most = Unlimited;
  for (unsigned F = 0; F < NumFiles; ++F)
    if (Peak[F] != 0)
      Most = std::min(Most, (Sizes[F] > Shared[F] ? Sizes[F] - Shared[F] : 0) /
                                Peak[F]);
  return std::max(Most, 1u);
}

unsigned RegisterPressure::left(ArrayRef<RegUnit> Units) const {
  for (RegUnit U : Units)
    if (const unsigned F = File[U]; F != NumFiles) {
      const unsigned Used = Shared[F] + Peak[F];
      return Sizes[F] > Used ? Sizes[F] - Used : 0;
    }
  return Unlimited;
}

unsigned RegisterPressure::file(ArrayRef<RegUnit> Units) const {
  for (RegUnit U : Units)
    if (File[U] != NumFiles)
      return File[U];
  return NumFiles;
}

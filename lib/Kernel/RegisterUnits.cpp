//===- RegisterUnits.cpp - Registers as they are renamed ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All LLVM units of a root register are represented by the least of them.
/// Cost: once per register that is asked for, O(its units * their registers).
/// Tested by unittests/Target/X86SemanticsTest.cpp, AArch64SemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/RegisterUnits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace kernelbounds;

RegisterUnits::RegisterUnits(const MCRegisterInfo &MRI, Classifier Classify)
    : MRI(MRI), Classify(Classify), Registers(MRI.getNumRegs()),
      Fates(MRI.getNumRegUnits()) {
  Registers[0].IsKnown = true;
}

void RegisterUnits::findFate(RegUnit U) {
  Fate &F = Fates[U];
  F.IsKnown = true;
  F.Representative = U;
  Role Found;
  for (MCRegUnitRootIterator Leaf(static_cast<MCRegUnit>(U), &MRI);
       Leaf.isValid(); ++Leaf)
    for (MCPhysReg R : MRI.superregs_inclusive(*Leaf))
      if (R > F.Root.id())
        if (Role Kind = Classify(MRI.getName(R));
            Kind.IsRoot || Kind.IsIgnored) {
          F.Root = R;
          Found = std::move(Kind);
        }
  if (!F.Root.isValid()) { // Outside all roots: named after the first leaf.
    MCRegUnitRootIterator Leaf(static_cast<MCRegUnit>(U), &MRI);
    F.Name = StringRef(MRI.getName(*Leaf)).lower();
    return;
  }
  F.IsIgnored = Found.IsIgnored;
  for (MCRegUnit Part : MRI.regunits(F.Root))
    F.Representative =
        std::min(F.Representative, RegUnit(static_cast<unsigned>(Part)));
  Fates[F.Representative].Name =
      !Found.Name.empty() ? Found.Name : StringRef(MRI.getName(F.Root)).lower();
}

void RegisterUnits::learn(MCRegister Reg, Known &K) {
  SmallVector<RegUnit, 4> Units;
  for (MCRegUnit U : MRI.regunits(Reg)) {
    Fate &F = Fates[static_cast<unsigned>(U)];
    if (!F.IsKnown)
      findFate(static_cast<unsigned>(U));
    if (F.IsIgnored)
      continue;
    Units.push_back(F.Representative);
    K.Root = F.Root;
  }
  sort(Units);
  Units.erase(llvm::unique(Units), Units.end());
  if (Units.size() != 1)
    K.Root = MCRegister();
  K.IsKnown = true;
  K.Units = Pool.emplace_back(std::move(Units));
}

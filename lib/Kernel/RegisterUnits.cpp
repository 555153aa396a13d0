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
/// Cost: once per target, O(registers * units of a register).
/// Tested by unittests/Kernel/X86SemanticsTest.cpp, AArch64SemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "RegisterUnits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace kernelbounds;

namespace {
/// What the LLVM unit at this index becomes.
struct UnitFate {
  RegUnit Representative;
  MCRegister Root;
  bool IsIgnored = false;
};
} // namespace

RegisterUnits::RegisterUnits(const MCRegisterInfo &MRI,
                             function_ref<Role(StringRef)> Classify) {
  std::vector<UnitFate> Fates(MRI.getNumRegUnits());
  for (auto [U, Fate] : enumerate(Fates))
    Fate.Representative = U;
  Names.resize(MRI.getNumRegUnits());

  for (unsigned R = 1; R != MRI.getNumRegs(); ++R) {
    Role Kind = Classify(MRI.getName(R));
    if (!Kind.IsRoot && !Kind.IsIgnored)
      continue;
    RegUnit Least = Fates.size();
    for (MCRegUnit U : MRI.regunits(R))
      Least = std::min(Least, RegUnit(static_cast<unsigned>(U)));
    for (MCRegUnit U : MRI.regunits(R))
      Fates[static_cast<unsigned>(U)] = {Least, MCRegister(R), Kind.IsIgnored};
    Names[Least] =
        !Kind.Name.empty() ? Kind.Name : StringRef(MRI.getName(R)).lower();
  }

  Ranges.resize(MRI.getNumRegs());
  for (unsigned R = 1; R != MRI.getNumRegs(); ++R) {
    SmallVector<RegUnit, 16> Units;
    for (MCRegUnit U : MRI.regunits(R))
      if (const UnitFate &Fate = Fates[static_cast<unsigned>(U)];
          !Fate.IsIgnored) {
        Units.push_back(Fate.Representative);
        Ranges[R].Root = Fate.Root;
      }
    sort(Units);
    Units.erase(llvm::unique(Units), Units.end());
    if (Units.size() != 1)
      Ranges[R].Root = MCRegister();
    Ranges[R].First = Pool.size();
    Ranges[R].Count = Units.size();
    Pool.insert(Pool.end(), Units.begin(), Units.end());
    for (RegUnit U : Units) // Units outside all roots: the first that has it.
      if (Names[U].empty())
        Names[U] = StringRef(MRI.getName(R)).lower();
  }
}

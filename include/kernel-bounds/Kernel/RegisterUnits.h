//===- RegisterUnits.h - Registers as they are renamed ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Maps LLVM registers to the units in which dependences are counted: one unit
/// per architectural register, whatever its width, and one per member of a
/// register tuple. Narrow writes are thus whole writes; that some of them keep
/// the rest of the register is said by a read of role Merge.
///
/// Example: al, ax, eax and rax have the unit of al, named "rax"; b0, s0, d0,
/// q0 and z0 have the unit of b0, named "v0"; q0_q1 has those of q0 and q1.
///
/// A register is looked at when it is first asked for: of the hundreds that a
/// target has, a compilation sees a few dozen.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_REGISTERUNITS_H
#define KERNEL_BOUNDS_KERNEL_REGISTERUNITS_H

#include "kernel-bounds/Kernel/Kernel.h"
#include "llvm/MC/MCRegister.h"
#include <deque>

namespace llvm {
class MCRegisterInfo;
} // namespace llvm

namespace kernelbounds {

class RegisterUnits {
public:
  /// What the target says of one LLVM register.
  struct Role {
    bool IsRoot = false;    ///< Renamed as a whole, with all it contains.
    bool IsIgnored = false; ///< Never a dependence: rip, xzr, mxcsr.
    std::string Name;       ///< Of a root's unit; empty: lower-case LLVM name.
  };

  using Classifier = Role (*)(llvm::StringRef LLVMName);

  RegisterUnits(const llvm::MCRegisterInfo &MRI, Classifier Classify);

  /// Units of \p Reg, ascending; empty for ignored registers and for 0.
  llvm::ArrayRef<RegUnit> units(llvm::MCRegister Reg) {
    return known(Reg).Units;
  }

  /// The widest register around \p Reg that is renamed with it; \p Reg itself
  /// where there is none.
  llvm::MCRegister root(llvm::MCRegister Reg) {
    llvm::MCRegister Root = known(Reg).Root;
    return Root.isValid() ? Root : Reg;
  }

  /// Of the LLVM register that \p U belongs to, which units() has given.
  const std::string &name(RegUnit U) const { return Fates[U].Name; }
  /// LLVM's units; none of those in use is greater or equal.
  unsigned size() const { return Fates.size(); }

private:
  struct Known {
    bool IsKnown = false;
    llvm::MCRegister Root;
    llvm::ArrayRef<RegUnit> Units; ///< Into Pool.
  };
  /// What an LLVM unit becomes.
  struct Fate {
    bool IsKnown = false;
    bool IsIgnored = false;
    RegUnit Representative = 0;
    llvm::MCRegister Root;
    std::string Name; ///< Of a representative.
  };

  const Known &known(llvm::MCRegister Reg) {
    assert(Reg.id() < Registers.size() && "not a physical register");
    Known &K = Registers[Reg.id()];
    if (!K.IsKnown)
      learn(Reg, K);
    return K;
  }
  void learn(llvm::MCRegister Reg, Known &K);
  void findFate(RegUnit U);

  const llvm::MCRegisterInfo &MRI;
  Classifier Classify;
  std::vector<Known> Registers;                   ///< By LLVM register.
  std::vector<Fate> Fates;                        ///< By LLVM unit.
  std::deque<llvm::SmallVector<RegUnit, 4>> Pool; ///< Does not move.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_REGISTERUNITS_H

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
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_KERNEL_REGISTERUNITS_H
#define KERNEL_BOUNDS_LIB_KERNEL_REGISTERUNITS_H

#include "kernel-bounds/Kernel/Kernel.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/MC/MCRegister.h"

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

  RegisterUnits(const llvm::MCRegisterInfo &MRI,
                llvm::function_ref<Role(llvm::StringRef)> Classify);

  /// Units of \p Reg, ascending; empty for ignored registers and for 0.
  llvm::ArrayRef<RegUnit> units(llvm::MCRegister Reg) const {
    assert(Reg.id() < Ranges.size() && "not a physical register");
    const Range &R = Ranges[Reg.id()];
    return llvm::ArrayRef(Pool).slice(R.First, R.Count);
  }

  /// The widest register around \p Reg that is renamed with it; \p Reg itself
  /// where there is none.
  llvm::MCRegister root(llvm::MCRegister Reg) const {
    llvm::MCRegister Root = Ranges[Reg.id()].Root;
    return Root.isValid() ? Root : Reg;
  }

  /// Of the LLVM register that \p U belongs to.
  const std::string &name(RegUnit U) const { return Names[U]; }
  /// LLVM's units; none of those in use is greater or equal.
  unsigned size() const { return Names.size(); }

private:
  struct Range {
    uint32_t First = 0;
    uint16_t Count = 0;
    llvm::MCRegister Root;
  };
  std::vector<Range> Ranges;      ///< Indexed by LLVM register.
  std::vector<RegUnit> Pool;      ///< Indexed by Range.
  std::vector<std::string> Names; ///< Indexed by unit.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_KERNEL_REGISTERUNITS_H

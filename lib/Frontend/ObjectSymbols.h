//===- ObjectSymbols.h - Names of places in an object -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where functions begin, which bytes are data, what relocations refer to.
/// Addresses are those of the file; in relocatable objects they count from the
/// section, so every question names its section.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_FRONTEND_OBJECTSYMBOLS_H
#define KERNEL_BOUNDS_LIB_FRONTEND_OBJECTSYMBOLS_H

#include "kernel-bounds/Kernel/TargetCode.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Object/ObjectFile.h"
#include <map>
#include <string>
#include <vector>

namespace kernelbounds {

/// What the bytes of one instruction field are replaced with.
struct CodeRelocation {
  uint64_t Address = 0;   ///< Of the field.
  std::string Symbol;     ///< Empty for section symbols.
  bool HasTarget = false; ///< The symbol is defined, and the addend is known.
  uint64_t TargetSection = 0;
  int64_t TargetValue = 0; ///< Symbol plus addend.
  /// If not None: the place is Base + Addend. Base is a section of the file, a
  /// symbol that another file defines, or its entry in the table of addresses.
  DataReference Data = DataReference::None;
  std::string Base;
  int64_t Addend = 0;
};

class ObjectSymbols {
public:
  /// \p Object was checked by openObject().
  ObjectSymbols(const llvm::object::ObjectFile &Object,
                const llvm::MCSubtargetInfo &STI, const TargetCode &Code);

  /// True if local functions are missing: only dynamic symbols, or none.
  bool isStripped() const { return Stripped; }

  using FunctionMap = std::map<uint64_t, std::string>;
  /// Functions of section \p Section by address.
  const FunctionMap &functions(uint64_t Section) const;
  /// Bytes of the function at \p Address of \p Section, as its symbol says; 0
  /// if it does not.
  uint64_t functionSize(uint64_t Section, uint64_t Address) const;
  /// The function at \p Address, or the imported one whose PLT entry it is.
  llvm::StringRef functionAt(uint64_t Section, uint64_t Address) const;
  /// True if \p Address is in data inside of code; sets \p Next to the address
  /// at which that may change.
  bool isData(uint64_t Section, uint64_t Address, uint64_t &Next) const;
  /// The relocation of a field in [Begin, End), or null.
  const CodeRelocation *relocationIn(uint64_t Section, uint64_t Begin,
                                     uint64_t End) const;

private:
  void addSymbol(const llvm::object::ObjectFile &Object,
                 const llvm::object::SymbolRef &S);
  void addRelocations(const llvm::object::SectionRef &Section,
                      const TargetCode &Code);
  void addRelocation(const llvm::object::RelocationRef &R, uint64_t Section,
                     const FieldReference &Field);
  void addPlt(const llvm::object::ObjectFile &Object,
              const llvm::MCSubtargetInfo &STI);

  // The outer maps are by section index.
  std::map<uint64_t, FunctionMap> Functions;
  std::map<uint64_t, std::map<uint64_t, int>> Ranks; ///< Of the chosen names.
  std::map<uint64_t, std::map<uint64_t, uint64_t>> Sizes;  ///< The largest.
  std::map<uint64_t, std::map<uint64_t, bool>> DataStarts; ///< `$d` and `$x`.
  std::map<uint64_t, std::vector<CodeRelocation>> Relocations; ///< By address.
  FunctionMap Plt;
  bool Stripped = false;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_FRONTEND_OBJECTSYMBOLS_H

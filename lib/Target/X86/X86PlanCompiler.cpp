//===- X86PlanCompiler.cpp - Writes the plans of all x86 opcodes ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tool of the build, see X86PlanTable.h:
///
///   kb-x86-plans OUT.cpp
///
/// Equal plans and equal lists of operands are written once. O(opcodes).
/// Tested by unittests/Target/X86PlanTableTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "X86PlanTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace kernelbounds;

namespace {

/// Lists of rows of text, one after the other, equal ones once.
class Pool {
public:
  /// Returns where \p List begins.
  unsigned add(const std::vector<std::string> &List) {
    auto [It, IsNew] = FirstOf.try_emplace(List, Rows.size());
    if (IsNew)
      append_range(Rows, List);
    return It->second;
  }
  void print(raw_ostream &OS, StringRef Type, StringRef Name) const {
    OS << formatv("constexpr {0} {1}[] = {{\n", Type, Name);
    for (const std::string &Row : Rows)
      OS << "  " << Row << ",\n";
    OS << "};\n";
  }
  size_t size() const { return Rows.size(); }

private:
  std::map<std::vector<std::string>, unsigned> FirstOf;
  std::vector<std::string> Rows;
};

} // namespace

template <typename T> static std::string number(T Value) {
  return std::to_string(static_cast<int64_t>(Value));
}

static std::string text(const UsePlan &U) {
  return formatv("{{{0}, {1}, ReadRole({2})}", U.Reg, number(U.Operand),
                 number(U.Role));
}

static std::string text(const DefPlan &D) {
  return formatv("{{{0}, {1}, {2}, {3}, {4}}", D.Reg, number(D.Operand),
                 number(D.DefIdx), number(D.IsWriteBack), number(D.IsHigh));
}

/// Plans say nothing of addresses: what is left out here is as in MemRef().
static std::string text(const MemRef &M) {
  return formatv("{{0, 0, 1, {0}, {1}, {2}, {3}, {4}, 0, WriteBackKind::None, "
                 "0, {5}, {6}}",
                 number(M.IsLoad), number(M.IsStore), number(M.IsVector),
                 number(M.IsGather), number(M.IsBroadcast), M.Width,
                 number(M.Align));
}

static std::string text(const X87Action &A) {
  return formatv("{{{0}, {1}, {2}, {3}, {4}}", number(A.Reads),
                 number(A.Writes), number(A.Pushes), number(A.Pops),
                 number(A.StoresTop));
}

static std::string text(const X86PlanBase &P) {
  SmallVector<std::string, 18> Fields = {number(P.Flags),
                                         number(P.FlagReads),
                                         number(P.FlagWrites),
                                         number(P.FlagsDefIdx),
                                         number(P.CondOperand),
                                         number(P.CondHasNoParity),
                                         number(P.MergeDef),
                                         number(P.ZeroesUpper),
                                         number(P.MovesLowByte),
                                         "X86Special(" + number(P.Special) +
                                             ")",
                                         "X86Idiom(" + number(P.Idiom) + ")",
                                         number(P.IdiomA),
                                         number(P.IdiomB),
                                         number(P.MemOperand),
                                         text(P.Mem),
                                         number(P.StackWidth),
                                         text(P.X87)};
  return "{" + join(Fields, ", ") + "}";
}

template <typename T>
static std::vector<std::string> texts(const SmallVectorImpl<T> &List) {
  std::vector<std::string> Out;
  for (const T &Item : List)
    Out.push_back(text(Item));
  return Out;
}

static std::string text(const X86Registers &R) {
  SmallVector<std::string, 15> Ids;
  for (uint16_t Id : {R.EFLAGS, R.RSP, R.ESP, R.SP, R.RBP, R.RBX, R.AL, R.RDI,
                      R.RCX, R.RIP, R.RIZ, R.EIZ, R.FS, R.GS, R.ST0})
    Ids.push_back(number(Id));
  return "{" + join(Ids, ", ") + "}";
}

static void writeTable(raw_ostream &OS, const Triple &TT,
                       const TargetDescription &TD) {
  const X86Registers Registers = X86Registers::find(*TD.MRI);
  X86MemoryTable Memory(TT, TD);
  Pool Uses, Defs, Rows;
  std::vector<std::string> RowOf;
  for (unsigned O = 0; O != TD.MII->getNumOpcodes(); ++O) {
    X86Plan P = planX86Opcode(O, TD, Registers, Memory);
    std::string Row =
        formatv("{{{0}, {1}, {2}, {3}, {4}}",
                text(static_cast<X86PlanBase &>(P)), Uses.add(texts(P.Uses)),
                Defs.add(texts(P.Defs)), P.Uses.size(), P.Defs.size());
    RowOf.push_back(number(Rows.add({Row})));
  }
  OS << "// Made by kb-x86-plans.\n"
        "#include \"X86PlanTable.h\"\n"
        "using namespace kernelbounds;\n"
        "namespace {\n";
  Uses.print(OS, "UsePlan", "AllUses");
  Defs.print(OS, "DefPlan", "AllDefs");
  Rows.print(OS, "X86PlanRow", "AllRows");
  OS << "constexpr uint16_t AllRowOf[] = {" << join(RowOf, ",") << "};\n"
     << "} // namespace\n"
        "constexpr X86PlanTable kernelbounds::X86Plans = {AllRowOf, AllRows, "
        "AllUses, AllDefs, "
     << text(Registers) << "};\n";
}

static Error compilePlans(StringRef Out) {
  const Triple TT("x86_64-unknown-linux-gnu");
  std::string Problem;
  const Target *T = TargetRegistry::lookupTarget(TT, Problem);
  if (!T)
    return createStringError(Problem);
  std::unique_ptr<const MCInstrInfo> MII(T->createMCInstrInfo());
  std::unique_ptr<const MCRegisterInfo> MRI(T->createMCRegInfo(TT));
  std::error_code EC;
  ToolOutputFile File(Out, EC, sys::fs::OF_Text);
  if (EC)
    return createFileError(Out, EC);
  writeTable(File.os(), TT, {T, MII.get(), MRI.get()});
  File.keep();
  return Error::success();
}

int main(int argc, char **argv) {
  if (argc != 2) {
    errs() << "usage: kb-x86-plans OUT.cpp\n";
    return 2;
  }
  InitializeAllTargetInfos();
  InitializeAllTargetMCs();
  if (Error E = compilePlans(argv[1])) {
    errs() << "kb-x86-plans: error: " << toString(std::move(E)) << '\n';
    return 1;
  }
  return 0;
}

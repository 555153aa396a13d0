//===- RemarkLog.cpp - The remarks of one compilation ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Inlining, unrolling, vectorizing and versioning leave several machine loops
/// of one loop of the source. Remarks with the same place, name, role and
/// sentence become one, which counts them: every loop is in one of the remarks.
/// Details are those of the first copy, hotness is the sum over all. The order
/// is that of the first copies, so that a record is the same each time.
///
/// Cost: a hash of each sentence; one remark is kept for each that differs.
/// Tested by test/Passes/fold*.
//
//===----------------------------------------------------------------------===//

#include "RemarkLog.h"
#include "FunctionAnalyzer.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include <cstdlib>

using namespace kernelbounds;
using namespace llvm;

/// \p Name without arguments of the function and of templates.
static std::string withoutArguments(std::string Name) {
  const size_t Cut = Name.find_first_of("<(");
  if (Cut != 0 && Cut != std::string::npos &&
      Name.find("operator") == std::string::npos)
    Name.resize(Cut);
  return Name;
}

/// \p Name without what is in angle brackets.
static std::string withoutTemplates(StringRef Name) {
  std::string Out;
  unsigned Depth = 0;
  for (char C : Name) {
    Depth += C == '<';
    if (Depth == 0)
      Out += C;
    Depth -= C == '>' && Depth != 0;
  }
  return Out;
}

std::string kernelbounds::nameOfSymbol(const std::string &Symbol) {
  ItaniumPartialDemangler D;
  if (D.partialDemangle(Symbol.c_str()) || !D.isFunction())
    return withoutArguments(demangle(Symbol));
  auto Take = [](char *Text) {
    std::string Out = Text ? Text : "";
    std::free(Text);
    return Out;
  };
  const std::string In =
      withoutTemplates(Take(D.getFunctionDeclContextName(nullptr, nullptr)));
  return (In.empty() ? "" : In + "::") +
         Take(D.getFunctionBaseName(nullptr, nullptr));
}

/// What people call \p F.
static std::string nameOfFunction(const Function &F) {
  constexpr size_t Most = 40;
  std::string Name;
  if (const DISubprogram *SP = F.getSubprogram())
    Name = SP->getName().str();
  return shortened(Name.empty() ? nameOfSymbol(F.getName().str())
                                : withoutArguments(Name),
                   Most);
}

//===----------------------------------------------------------------------===//
// One remark
//===----------------------------------------------------------------------===//

LoopRemark::LoopRemark(Kind What, StringLiteral Name, const AnalyzedLoop &L)
    : Where(&L.Header->getParent()->getFunction()),
      IsInlined(L.Origin.Copy.Start && L.Origin.Copy.Start->getInlinedAt()),
      IsRecorded(Where->getContext().getLLVMRemarkStreamer()),
      Role(roleName(L.Origin.Copy.Role)) {
  if (What == Kind::Analysis)
    Shell = std::make_unique<MachineOptimizationRemarkAnalysis>(
        PassName, Name, L.Loc, L.Header);
  else
    Shell = std::make_unique<MachineOptimizationRemarkMissed>(PassName, Name,
                                                              L.Loc, L.Header);
  Shell->setHotness(L.Origin.Hotness);
}

LoopRemark::LoopRemark(LoopRemark &&) noexcept = default;
LoopRemark &LoopRemark::operator=(LoopRemark &&) noexcept = default;
LoopRemark::~LoopRemark() = default;

LoopRemark &LoopRemark::ofAllLoops() {
  Role = "";
  IsInlined = false;
  return *this;
}

LoopRemark &LoopRemark::operator<<(StringRef Text) {
  assert(!InDetails && "details have names");
  if (!Text.empty())
    Sentence.emplace_back(Text);
  return *this;
}

LoopRemark &LoopRemark::operator<<(NV Argument) {
  if (!InDetails)
    Sentence.push_back(std::move(Argument));
  else
    Details.push_back(std::move(Argument));
  return *this;
}

//===----------------------------------------------------------------------===//
// All remarks
//===----------------------------------------------------------------------===//

/// Equal for remarks that say the same of the same source loop.
static std::string keyOf(const DiagnosticInfoMIROptimization &Shell,
                         StringRef Role, ArrayRef<NV> Sentence) {
  std::string Key = Shell.getRemarkName().str() + "\n";
  if (Shell.isLocationAvailable())
    Key += Shell.getLocationStr();
  Key += "\n" + Role.str() + "\n";
  for (const NV &Part : Sentence)
    Key += Part.Val;
  return Key;
}

void RemarkLog::addDetails(Entry &E, AddDetails Details) {
  if (!Details || !E.First.IsRecorded)
    return;
  E.First.InDetails = true;
  Details(E.First);
}

void RemarkLog::add(LoopRemark R, bool NamesFunctions, AddDetails Details) {
  constexpr unsigned MostNames = 2;
  if (Fold) {
    auto [It, IsNew] = EntryOf.try_emplace(keyOf(*R.Shell, R.Role, R.Sentence),
                                           Entries.size());
    if (!IsNew) {
      Entry &E = Entries[It->second];
      ++E.NumCopies;
      if (std::optional<uint64_t> H = R.Shell->getHotness())
        E.Hotness = E.Hotness.value_or(0) + *H;
      if (E.LastFunction == R.Where)
        return;
      E.LastFunction = R.Where;
      if (E.NumFunctions++ < MostNames)
        E.FirstFunctions.push_back(R.Where);
      return;
    }
  }
  Entry E{std::move(R), NamesFunctions, 1, {}, 1, nullptr, std::nullopt};
  E.LastFunction = E.First.Where;
  E.FirstFunctions.push_back(E.LastFunction);
  E.Hotness = E.First.Shell->getHotness();
  addDetails(E, Details);
  if (Fold)
    Entries.push_back(std::move(E));
  else
    emit(E);
}

/// "f", "f, g and 3 more".
static std::string namesOf(ArrayRef<const Function *> First, unsigned Number) {
  std::string Text = join(
      map_range(First, [](const Function *F) { return nameOfFunction(*F); }),
      ", ");
  if (Number > First.size())
    Text += " and " + std::to_string(Number - First.size()) + " more";
  return Text;
}

/// " (remainder; 27 copies in f, g and 25 more)", or nothing.
static void insertCopies(DiagnosticInfoMIROptimization &Out, StringRef Role,
                         unsigned NumCopies, const std::string &Functions) {
  StringRef Before = " (";
  if (!Role.empty()) {
    Out.insert(Before);
    Out.insert(NV("Role", Role));
    Before = "; ";
  }
  if (NumCopies > 1) {
    Out.insert(Before);
    Out.insert(NV("Copies", NumCopies));
    Out.insert(Functions.empty() ? " copies" : " copies in ");
  } else if (!Functions.empty()) {
    Out.insert((Before + "inlined into ").str());
  }
  if (!Functions.empty())
    Out.insert(NV("Functions", Functions));
  if (!Role.empty() || NumCopies > 1 || !Functions.empty())
    Out.insert(")");
}

/// " [Limit = latency; ChainCycles = 4]", or nothing. No line of its own:
/// LLVM's reader of YAML records does not undo escapes, which a line break
/// needs.
static void insertDetails(DiagnosticInfoMIROptimization &Out,
                          MutableArrayRef<NV> Details) {
  if (Details.empty())
    return;
  StringRef Before = " [";
  for (NV &Detail : Details) {
    Out.insert((Before + Detail.Key + " = ").str());
    Out.insert(std::move(Detail));
    Before = "; ";
  }
  Out.insert("]");
}

void RemarkLog::emit(Entry &E) {
  LoopRemark &R = E.First;
  DiagnosticInfoMIROptimization &Out = *R.Shell;
  for (NV &Part : R.Sentence)
    Out.insert(std::move(Part));
  insertCopies(Out, R.Role, E.NumCopies,
               E.NamesFunctions && (E.NumCopies > 1 || R.IsInlined)
                   ? namesOf(E.FirstFunctions, E.NumFunctions)
                   : "");
  Out.insert(DiagnosticInfoOptimizationBase::setExtraArgs());
  insertDetails(Out, R.Details);
  Out.setHotness(E.Hotness);
  R.Where->getContext().diagnose(Out);
}

void RemarkLog::flush() {
  for (Entry &E : Entries)
    emit(E);
  Entries.clear();
  EntryOf.clear();
}

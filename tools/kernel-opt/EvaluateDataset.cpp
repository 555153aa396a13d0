//===- EvaluateDataset.cpp - kernel-opt evaluate --dataset ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Predicts loops that others measured, on the cores on which they did.
//
//===----------------------------------------------------------------------===//

#include "EvaluateDataset.h"
#include "Machine.h"
#include "PredictStage.h"
#include "kernel-bounds/Frontend/Input.h"
#include "kernel-bounds/Measure/Dataset.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// The machines of a data set, by core.
class Cores {
public:
  explicit Cores(const EvaluateOptions &Options) : Options(Options) {}
  Expected<Machine &> get(StringRef Cpu, const TargetContext &Target);

private:
  struct Core {
    CommandLine Line;
    std::unique_ptr<MachineCache> Machines;
  };
  const EvaluateOptions &Options;
  std::map<std::string, Core> ByName;
};

} // namespace

Expected<Machine &> Cores::get(StringRef Cpu, const TargetContext &Target) {
  Core &C = ByName[Cpu.str()];
  if (!C.Machines) {
    C.Line = Options.machineOptions();
    C.Line.Cpu = Cpu.str();
    C.Machines = std::make_unique<MachineCache>(C.Line);
  }
  return C.Machines->get(Target.target(), Target.triple());
}

/// Bytes of x86 code as assembly.
static Expected<std::string> disassemble(StringRef Bytes,
                                         StringRef TripleName) {
  auto Target = TargetContext::create(Triple(TripleName), "", "");
  if (!Target)
    return Target.takeError();
  TargetContext &T = **Target;
  std::unique_ptr<MCDisassembler> Reader(
      T.target().createMCDisassembler(T.subtarget(), T.context()));
  auto Printer = T.createInstPrinter();
  ArrayRef<uint8_t> Data = arrayRefFromStringRef(Bytes);
  std::string Text;
  raw_string_ostream OS(Text);
  for (uint64_t At = 0; At < Data.size();) {
    MCInst Inst;
    uint64_t Size = 0;
    if (Reader->getInstruction(Inst, Size, Data.drop_front(At), At, nulls()) !=
        MCDisassembler::Success)
      return createStringError("no instruction at byte " + Twine(At));
    Printer->printInst(&Inst, At, "", T.subtarget(), OS);
    OS << '\n';
    At += Size;
  }
  return Text;
}

static Expected<std::unique_ptr<Input>> readCode(const DatasetLoop &L) {
  InputOptions Reading;
  Reading.Triple = L.Triple;
  Reading.SourceLines = false;
  if (!L.File.empty())
    return readInput(L.File, Reading);
  std::string Text = L.Assembly;
  Reading.Assembly.Syntax = AsmSyntax::Intel;
  if (!L.Bytes.empty()) {
    auto Code = disassemble(L.Bytes, L.Triple);
    if (!Code)
      return Code.takeError();
    Text = *Code;
    Reading.Assembly.Syntax = AsmSyntax::ATT;
  }
  // "//" is a comment in both targets' assembly.
  Text = "// LLVM-MCA-BEGIN\n" + Text + "// LLVM-MCA-END\n";
  return readInput(MemoryBuffer::getMemBufferCopy(Text, L.Name), Reading);
}

/// The only loop or marked region of \p In.
static Expected<CodePiece> findPiece(const Input &In) {
  CodePiece P;
  P.IsLoop = true;
  P.Executions = 1;
  unsigned NumFound = 0;
  for (const MarkedRegion &R : In.Regions)
    for (const LoopBody &B : R.Bodies) {
      P.Function = &In.code().Functions[R.FunctionIdx];
      P.Body = B;
      ++NumFound;
    }
  if (In.Regions.empty())
    for (auto [F, Loops] : zip_equal(In.code().Functions, In.Loops))
      for (const LoopBody &B : Loops) {
        P.Function = &F;
        P.Body = B;
        ++NumFound;
      }
  if (NumFound != 1)
    return createStringError("expected one loop or marked region, found " +
                             Twine(NumFound));
  if (In.numUnread(*P.Function, P.Body) != 0)
    return createStringError("a statement is not understood");
  return P;
}

static Error predictLoop(const DatasetLoop &L, StringRef Cpu, Cores &All,
                         EvaluatedLoop &Out) {
  if (!L.Failure.empty())
    return createStringError(L.Failure);
  auto In = readCode(L);
  if (!In)
    return In.takeError();
  auto M = All.get(Cpu, *(*In)->Target);
  if (!M)
    return M.takeError();
  auto Piece = findPiece(**In);
  if (!Piece)
    return Piece.takeError();
  // Of what was measured without dependences, resources are all that counts.
  Piece->IsLoop = !L.IsThroughput;
  Piece->IsUnrolled = L.IsUnrolled;
  for (unsigned B : Piece->Body.Path)
    Out.Instructions +=
        Piece->Function->Blocks[B].End - Piece->Function->Blocks[B].First;
  predictPiece(**In, *Piece, *M, Out.Predictions, &Out);
  return Error::success();
}

Error kernelbounds::evaluateDataset(const EvaluateOptions &Options,
                                    Evaluation &E) {
  for (const OwnPredictor &P : ownPredictors())
    E.Predictors.push_back({P.Name.str(), P.IsLowerBound, 0});
  Cores All(Options);
  for (const std::string &File : Options.Files) {
    auto D = readDataset(File);
    if (!D)
      return D.takeError();
    E.Facts.push_back({"data set", File + " (" + D->Form + ")"});
    for (const DatasetLoop &L : D->Loops) {
      bool Override = Options.Cpu != "native" || L.Cpu.empty();
      EvaluatedLoop Out;
      Out.Kernel = L.Name;
      Out.Variant = File;
      Out.Measured = L.Cycles;
      Out.Spread = 0.01; // Data sets do not say; this is what they agree to.
      Out.Tags = {D->Form, Override ? Options.Cpu : L.Cpu};
      if (Error Fault =
              predictLoop(L, Override ? Options.Cpu : L.Cpu, All, Out)) {
        std::string Why = toString(std::move(Fault));
        Out.Predictions.assign(E.Predictors.size(), {std::nullopt, Why});
      }
      E.Loops.push_back(std::move(Out));
    }
  }
  return Error::success();
}

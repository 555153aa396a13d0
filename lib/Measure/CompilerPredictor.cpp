//===- CompilerPredictor.cpp - The plugin, by compiling once more ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/Lifting.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/RemarkFormat.h"
#include "llvm/Remarks/RemarkParser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace kernelbounds;
using namespace llvm;

/// The bytes of all executable sections, in order.
static std::string codeOf(StringRef File) {
  auto Object = object::ObjectFile::createObjectFile(File);
  if (!Object) {
    consumeError(Object.takeError());
    return "";
  }
  std::string Code;
  for (const object::SectionRef &S : Object->getBinary()->sections()) {
    if (!S.isText())
      continue;
    if (Expected<StringRef> Bytes = S.getContents())
      Code += *Bytes;
    else
      consumeError(Bytes.takeError());
  }
  return Code;
}

/// Cycles of the innermost loops of each function, in the order of the code.
using LoopsByFunction = StringMap<std::vector<double>>;

/// "59/6" or "2".
static std::optional<double> parseExact(StringRef Text) {
  auto [Num, Den] = Text.split('/');
  int64_t N = 0, D = 1;
  if (Num.getAsInteger(10, N) || (!Den.empty() && Den.getAsInteger(10, D)) ||
      D <= 0)
    return std::nullopt;
  return static_cast<double>(N) / D;
}

static std::optional<LoopsByFunction> readRemarks(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return std::nullopt;
  auto Parser = remarks::createRemarkParser(remarks::Format::YAML,
                                            (*Buffer)->getBuffer());
  if (!Parser) {
    consumeError(Parser.takeError());
    return std::nullopt;
  }
  LoopsByFunction Loops;
  while (true) {
    auto R = (*Parser)->next();
    if (!R) {
      bool AtEnd = R.errorIsA<remarks::EndOfFileError>();
      consumeError(R.takeError());
      if (AtEnd)
        return Loops;
      return std::nullopt;
    }
    if ((*R)->RemarkName != "LoopBounds")
      continue;
    for (const remarks::Argument &A : (*R)->Args)
      if (A.Key == "PredictionExact")
        if (std::optional<double> Cycles = parseExact(A.Val))
          Loops[(*R)->FunctionName].push_back(*Cycles);
  }
}

/// The command that made the object, with the plugin and another output.
static ExternalCommand recompile(const KernelToPredict &K, StringRef Plugin,
                                 ArrayRef<std::string> Options,
                                 StringRef File) {
  ExternalCommand C;
  for (size_t I = 0; I < K.Compile.size(); ++I) {
    C.Args.push_back(K.Compile[I]);
    if (K.Compile[I] == "-o" && I + 1 < K.Compile.size()) {
      C.Args.push_back((File + ".so").str());
      ++I;
    }
  }
  C.Args.push_back(("-fpass-plugin=" + Plugin).str());
  for (const std::string &O : Options) {
    C.Args.push_back("-mllvm");
    C.Args.push_back(O);
  }
  C.Args.push_back("-fsave-optimization-record=yaml");
  C.Args.push_back("-foptimization-record-passes=kernel-bounds");
  C.Args.push_back(("-foptimization-record-file=" + File + ".yaml").str());
  C.Errors = (File + ".err").str();
  return C;
}

static Prediction readAnswer(const KernelToPredict &K, StringRef File) {
  Prediction Failed;
  std::string Code = codeOf(K.Object);
  if (Code.empty() || Code != codeOf((File + ".so").str())) {
    Failed.Failure = "compiled again, the code is another one";
    return Failed;
  }
  auto Loops = readRemarks((File + ".yaml").str());
  if (!Loops) {
    Failed.Failure = "no remarks";
    return Failed;
  }
  std::vector<Prediction> Each;
  for (const PieceToPredict &P : K.Pieces) {
    Prediction Answer;
    const std::vector<double> &InFunction = (*Loops)[P.Function];
    if (!P.IsLoop)
      Answer.Cycles = 0; // The plugin speaks of loops alone.
    else if (InFunction.size() == P.NumLoops)
      Answer.Cycles = InFunction[P.LoopNumber] * P.NumTrips;
    else
      Answer.Failure = "the object has other loops than the remarks";
    Each.push_back(Answer);
  }
  return liftPredictions(K, Each);
}

PredictorRun kernelbounds::predictInCompiler(ArrayRef<KernelToPredict> Kernels,
                                             StringRef Plugin,
                                             ArrayRef<std::string> Options,
                                             StringRef Scratch,
                                             ProcessPool &Pool) {
  PredictorRun Run;
  std::vector<std::optional<size_t>> Tickets;
  auto FileOf = [&](size_t I) { return (Scratch + "/again" + Twine(I)).str(); };
  for (auto [I, K] : llvm::enumerate(Kernels)) {
    Tickets.emplace_back();
    if (K.ByClang)
      Tickets.back() = Pool.add(recompile(K, Plugin, Options, FileOf(I)));
  }
  for (auto [I, K] : llvm::enumerate(Kernels)) {
    Prediction Answer;
    if (Tickets[I]) {
      const CommandResult &R = Pool.wait(*Tickets[I]);
      Run.Seconds += R.Seconds;
      if (R.ok())
        Answer = readAnswer(K, FileOf(I));
      else
        Answer.Failure = "compiling: " + R.str();
      std::error_code Left = sys::fs::remove(FileOf(I) + ".so");
      (void)Left; // Nothing depends on it.
    }
    Run.Kernels.push_back(std::move(Answer));
  }
  return Run;
}

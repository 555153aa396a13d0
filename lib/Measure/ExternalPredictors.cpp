//===- ExternalPredictors.cpp - llvm-mca and commands of the user's -------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/Lifting.h"
#include "kernel-bounds/Model/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// One piece of all kernels, with its answer.
struct FlatPiece {
  const PieceToPredict *Piece;
  Prediction Answer;
};

} // namespace

static std::vector<FlatPiece> flatten(ArrayRef<KernelToPredict> Kernels) {
  std::vector<FlatPiece> All;
  for (const KernelToPredict &K : Kernels)
    for (const PieceToPredict &P : K.Pieces)
      All.push_back({&P, {}});
  return All;
}

static void liftAll(ArrayRef<KernelToPredict> Kernels,
                    ArrayRef<FlatPiece> Pieces, PredictorRun &Run) {
  for (const KernelToPredict &K : Kernels) {
    std::vector<Prediction> Each;
    for (const FlatPiece &P : Pieces.take_front(K.Pieces.size()))
      Each.push_back(P.Answer);
    Pieces = Pieces.drop_front(K.Pieces.size());
    Run.Kernels.push_back(liftPredictions(K, Each));
  }
}

static bool writeFile(StringRef File, StringRef Text) {
  std::error_code EC;
  raw_fd_ostream OS(File, EC);
  if (EC)
    return false;
  OS << Text;
  OS.close();
  bool Good = !OS.has_error();
  OS.clear_error();
  return Good;
}

static std::string readFile(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

static std::string firstLine(StringRef Text) {
  StringRef Line = Text.trim().split('\n').first.trim();
  return Line.take_front(120).str();
}

//===----------------------------------------------------------------------===//
// llvm-mca
//===----------------------------------------------------------------------===//

constexpr unsigned McaBatch = 32, FewIterations = 100, ManyIterations = 300;

namespace {

/// Runs llvm-mca over pieces, several in one process.
class McaRunner {
public:
  McaRunner(StringRef Program, StringRef Cpu, StringRef Scratch,
            ProcessPool &Pool)
      : Program(Program), Cpu(Cpu), Scratch(Scratch), Pool(Pool) {}

  void run(MutableArrayRef<FlatPiece> Pieces);
  double seconds() const { return Seconds; }

private:
  struct Batch {
    MutableArrayRef<FlatPiece> Pieces;
    std::string File;
    size_t Tickets[2];
  };
  Batch start(MutableArrayRef<FlatPiece> Pieces);
  bool finish(const Batch &B);
  std::optional<std::vector<double>> readCycles(StringRef File,
                                                size_t NumRegions) const;

  StringRef Program, Cpu, Scratch;
  ProcessPool &Pool;
  unsigned NumFiles = 0;
  double Seconds = 0;
};

} // namespace

McaRunner::Batch McaRunner::start(MutableArrayRef<FlatPiece> Pieces) {
  Batch B{Pieces, (Scratch + "/mca" + Twine(NumFiles++)).str(), {}};
  std::string Text;
  for (auto [I, P] : llvm::enumerate(Pieces))
    Text += "# LLVM-MCA-BEGIN p" + std::to_string(I) + "\n" +
            P.Piece->Assembly + "# LLVM-MCA-END\n";
  writeFile(B.File + ".s", Text);
  for (unsigned I : {0, 1}) {
    ExternalCommand C;
    C.Args = {Program.str(),
              "-mtriple=x86_64-linux-gnu",
              "-mcpu=" + Cpu.str(),
              "-json",
              "-iterations=" +
                  std::to_string(I == 0 ? FewIterations : ManyIterations),
              "-instruction-info=false",
              "-resource-pressure=false",
              B.File + ".s"};
    C.Output = B.File + "." + std::to_string(I);
    C.Errors = B.File + ".err";
    B.Tickets[I] = Pool.add(std::move(C));
  }
  return B;
}

std::optional<std::vector<double>>
McaRunner::readCycles(StringRef File, size_t NumRegions) const {
  Expected<json::Value> Root = parseJson(readFile(File));
  if (!Root) {
    consumeError(Root.takeError());
    return std::nullopt;
  }
  const json::Object *Top = Root->getAsObject();
  const json::Array *Regions = Top ? Top->getArray("CodeRegions") : nullptr;
  if (!Regions || Regions->size() != NumRegions)
    return std::nullopt;
  std::vector<double> Cycles;
  for (const json::Value &R : *Regions) {
    const json::Object *Region = R.getAsObject();
    const json::Object *Summary =
        Region ? Region->getObject("SummaryView") : nullptr;
    std::optional<int64_t> Total =
        Summary ? Summary->getInteger("TotalCycles") : std::nullopt;
    if (!Total)
      return std::nullopt;
    Cycles.push_back(*Total);
  }
  return Cycles;
}

/// \returns false if some piece of the batch is refused.
bool McaRunner::finish(const Batch &B) {
  std::optional<std::vector<double>> Cycles[2];
  for (unsigned I : {0, 1}) {
    const CommandResult &R = Pool.wait(B.Tickets[I]);
    Seconds += R.Seconds;
    if (R.ok())
      Cycles[I] = readCycles(B.File + "." + std::to_string(I), B.Pieces.size());
  }
  if (!Cycles[0] || !Cycles[1])
    return false;
  for (auto [I, P] : llvm::enumerate(B.Pieces))
    P.Answer.Cycles =
        ((*Cycles[1])[I] - (*Cycles[0])[I]) / (ManyIterations - FewIterations);
  return true;
}

void McaRunner::run(MutableArrayRef<FlatPiece> Pieces) {
  std::vector<Batch> Batches;
  for (size_t I = 0; I < Pieces.size(); I += McaBatch)
    Batches.push_back(
        start(Pieces.slice(I, std::min<size_t>(McaBatch, Pieces.size() - I))));
  for (const Batch &B : Batches) {
    if (finish(B))
      continue;
    // One piece spoils the file: each on its own then.
    for (FlatPiece &P : B.Pieces) {
      Batch Single = start(P);
      if (!finish(Single))
        P.Answer.Failure = firstLine(readFile(Single.File + ".err"));
      if (!P.Answer.Cycles && P.Answer.Failure.empty())
        P.Answer.Failure = "no result";
    }
  }
}

PredictorRun kernelbounds::predictWithMca(ArrayRef<KernelToPredict> Kernels,
                                          StringRef Program, StringRef Cpu,
                                          StringRef Scratch,
                                          ProcessPool &Pool) {
  std::vector<FlatPiece> Pieces = flatten(Kernels);
  McaRunner Runner(Program, Cpu, Scratch, Pool);
  Runner.run(Pieces);
  PredictorRun Run;
  Run.Seconds = Runner.seconds();
  liftAll(Kernels, Pieces, Run);
  return Run;
}

//===----------------------------------------------------------------------===//
// Commands of the user's
//===----------------------------------------------------------------------===//

static std::string fillIn(StringRef CommandLine, StringRef File,
                          StringRef Cpu) {
  std::string Out;
  while (!CommandLine.empty()) {
    if (CommandLine.consume_front("{file}"))
      Out += File;
    else if (CommandLine.consume_front("{cpu}"))
      Out += Cpu;
    else {
      Out += CommandLine.front();
      CommandLine = CommandLine.drop_front();
    }
  }
  return Out;
}

PredictorRun kernelbounds::predictWithCommand(ArrayRef<KernelToPredict> Kernels,
                                              StringRef CommandLine,
                                              StringRef Cpu, StringRef Scratch,
                                              ProcessPool &Pool) {
  std::vector<FlatPiece> Pieces = flatten(Kernels);
  std::vector<std::pair<size_t, std::string>> Started;
  for (auto [I, P] : llvm::enumerate(Pieces)) {
    std::string File = (Scratch + "/piece" + Twine(I)).str();
    writeFile(File + ".s", "# LLVM-MCA-BEGIN\n# OSACA-BEGIN\n" +
                               P.Piece->Assembly +
                               "# OSACA-END\n# LLVM-MCA-END\n");
    ExternalCommand C;
    C.Args = {"/bin/sh", "-c", fillIn(CommandLine, File + ".s", Cpu)};
    C.Output = File + ".out";
    C.Errors = File + ".err";
    Started.push_back({Pool.add(std::move(C)), File});
  }
  PredictorRun Run;
  for (auto [P, S] : zip_equal(Pieces, Started)) {
    const CommandResult &R = Pool.wait(S.first);
    Run.Seconds += R.Seconds;
    if (R.ok())
      P.Answer.Cycles = findLastNumber(readFile(S.second + ".out"));
    if (R.ok() && !P.Answer.Cycles)
      P.Answer.Failure = "printed no number";
    else if (!R.ok())
      P.Answer.Failure =
          R.str() + ": " + firstLine(readFile(S.second + ".err"));
    if (P.Answer.Cycles && !(*P.Answer.Cycles >= 0 && *P.Answer.Cycles < 1e9)) {
      P.Answer.Cycles.reset();
      P.Answer.Failure = "printed no number of cycles";
    }
  }
  liftAll(Kernels, Pieces, Run);
  return Run;
}

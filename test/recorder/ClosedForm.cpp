//===- ClosedForm.cpp - Closed form against random inputs -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the dependences of every innermost loop of some files twice, in closed
/// form and by running it on random inputs, and compares them where both
/// addresses are affine: `kb-closed-form FILE...` prints for each file the
/// numbers of loops, of affine pairs, and of those that differ.
/// Exit code 0: all agree and there were some; 1: not so.
///
//===----------------------------------------------------------------------===//

#include "../../lib/Graph/AffineAddress.h"
#include "../../lib/Graph/RandomAddress.h"
#include "kernel-bounds/Frontend/Input.h"
#include "kernel-bounds/Graph/MemoryDependence.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <set>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

namespace {

constexpr unsigned NumIterations = 64;
constexpr unsigned MostDistance = 12; ///< Steady over most of a run.
constexpr unsigned NumSeeds = 2;

/// Source and destination, into Kernel::Mems; distance; bytes.
using Pair = std::tuple<uint32_t, uint32_t, uint32_t, uint64_t>;

struct Counts {
  unsigned Loops = 0, Pairs = 0, Differ = 0;
};

} // namespace

static std::set<Pair> closedForm(const Kernel &K, const MCInstrInfo &MII,
                                 unsigned NumUnits) {
  MemoryDependenceOptions O;
  O.ReorderBuffer = 0;
  O.WithMay = false;
  O.AssumeDistinct = true; // As random inputs are.
  std::set<Pair> Out;
  KernelAddresses Addresses(K, MII, NumUnits);
  for (const MemoryDependence &D : findMemoryDependences(Addresses, O))
    if (D.Evidence == DependenceEvidence::ClosedForm &&
        D.Distance <= MostDistance)
      Out.insert({D.SourceMem, D.DestMem, D.Distance, D.OverlapBytes});
  return Out;
}

static std::set<Pair> randomized(const Kernel &K, const IntegerCode &Code,
                                 const IntegerCode &Before, unsigned NumUnits) {
  std::set<Pair> Out;
  ObservedRuns Runs;
  for (const auto &[Key, D] : observeDependences(K, Code, Before, NumUnits,
                                                 NumIterations, NumSeeds, Runs))
    if (Key.Distance <= MostDistance && D.Times * 5 >= D.Candidates * 4)
      Out.insert({Key.SourceMem, Key.DestMem, Key.Distance,
                  (D.Bytes + D.Times - 1) / D.Times});
  return Out;
}

static void compareLoop(const Kernel &K, const MCInstrInfo &MII,
                        unsigned NumUnits, Counts &C) {
  IntegerCode Code = decodeIntegerCode(K, MII), Before;
  if (K.Before)
    Before = decodeIntegerCode(*K.Before, MII);
  std::vector<AffineAddress> Addresses =
      *evaluateAddresses(K, Code, Before, NumUnits);
  auto IsAffine = [&](uint32_t Mem) {
    return Addresses[Mem].IsAffine && !Addresses[Mem].IsUnknown &&
           K.Mems[Mem].Width != 0;
  };
  std::set<Pair> Closed = closedForm(K, MII, NumUnits);
  std::set<Pair> Random = randomized(K, Code, Before, NumUnits);
  std::set<Pair> Both = Closed;
  Both.insert(Random.begin(), Random.end());
  ++C.Loops;
  for (const Pair &P : Both) {
    auto [Source, Dest, Distance, Bytes] = P;
    if (!IsAffine(Source) || !IsAffine(Dest))
      continue;
    ++C.Pairs;
    if (Closed.count(P) && Random.count(P))
      continue;
    ++C.Differ;
    outs() << K.Function << ' ' << K.Label << ": access " << Source << " -> "
           << Dest << ", " << Distance << " iterations, " << Bytes
           << " bytes: only " << (Closed.count(P) ? "in closed form" : "seen")
           << '\n';
  }
}

static Error compareFile(StringRef File, Counts &C) {
  Expected<std::unique_ptr<Input>> In = readInput(File, InputOptions());
  if (!In)
    return In.takeError();
  const Target &T = (*In)->Target->target();
  const Triple &TT = (*In)->Target->triple();
  std::unique_ptr<const MCInstrInfo> MII(T.createMCInstrInfo());
  std::unique_ptr<const MCRegisterInfo> MRI(T.createMCRegInfo(TT));
  std::unique_ptr<TargetSemantics> Semantics =
      createTargetSemantics(TT, {&T, MII.get(), MRI.get()});
  const Listing &Code = (*In)->code();
  for (auto [F, Loops] : zip_equal(Code.Functions, (*In)->Loops))
    for (const LoopBody &L : Loops)
      compareLoop(buildKernel(Code, F, L, *Semantics), *MII,
                  Semantics->numUnits(), C);
  return Error::success();
}

int main(int Argc, char **Argv) {
  InitLLVM X(Argc, Argv);
  Counts All;
  for (int I = 1; I < Argc; ++I) {
    Counts C;
    if (Error E = compareFile(Argv[I], C)) {
      errs() << "kb-closed-form: error: " << toString(std::move(E)) << '\n';
      return 1;
    }
    outs() << Argv[I] << ": " << C.Loops << " loops, " << C.Pairs
           << " affine pairs, " << C.Differ << " differ\n";
    All.Pairs += C.Pairs;
    All.Differ += C.Differ;
  }
  outs() << "all: " << All.Pairs << " affine pairs, " << All.Differ
         << " differ\n";
  return All.Pairs != 0 && All.Differ == 0 ? 0 : 1;
}

//===- KeptChoices.cpp - Choices of earlier compilations ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The object without hints stands for what cannot be asked: each option of the
/// code generator that changes code changes it, too.
/// Tested by test/Tuning/cache.test.
//
//===----------------------------------------------------------------------===//

#include "KeptChoices.h"
#include "kernel-bounds/Model/WholeFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Target/TargetMachine.h"
#include <dlfcn.h>

using namespace kernelbounds;
using namespace llvm;

namespace {
/// A hash over parts; where one ends and the next begins counts.
class PartHash {
public:
  void add(StringRef Part) {
    Hash.update((Twine(Part.size()) + ":").str());
    Hash.update(Part);
  }
  /// Numbers, flags and enumerators.
  template <typename... T> void addNumbers(T... Numbers) {
    (add(StringRef(itostr(static_cast<int64_t>(Numbers)))), ...);
  }
  std::string hex() { return toHex(Hash.final(), /*LowerCase=*/true); }

private:
  SHA256 Hash;
};
} // namespace

/// An option that was given and is not the plugin's, or empty. Nothing tells
/// what such options are set to.
static std::string findForeignOption() {
  std::string Found;
  for (const auto &[Name, Option] : cl::getRegisteredOptions())
    if (Option->getNumOccurrences() > 0 &&
        !Name.starts_with("kernel-bounds-") && Name != UnrollAndJamOption &&
        (Found.empty() || Name < Found))
      Found = Name.str();
  return Found;
}

static Error addFile(PartHash &Hash, StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Bytes =
      readWholeFile(Path, FileContents::Bytes);
  if (!Bytes)
    return createFileError(Path, Bytes.takeError());
  Hash.add((*Bytes)->getBuffer());
  return Error::success();
}

Expected<KeptChoices> KeptChoices::open(const PluginOptions &Options) {
  if (std::string Foreign = findForeignOption(); !Foreign.empty())
    return createStringError("the option -" + Foreign +
                             " is in force, and nothing tells its value");
  Dl_info Plugin;
  if (!dladdr(reinterpret_cast<void *>(&findForeignOption), &Plugin))
    return createStringError("the plugin's own file is not known");
  PartHash Hash;
  if (Error E = addFile(Hash, Plugin.dli_fname))
    return std::move(E);
  if (!Options.ModelFile.empty())
    if (Error E = addFile(Hash, Options.ModelFile))
      return std::move(E);
  KeptChoices Out(Options);
  Out.Judge = Hash.hex();
  return Out;
}

std::string KeptChoices::keyOf(const Compilation &How,
                               const PluginOptions &Options,
                               ArrayRef<char> Bitcode, ArrayRef<char> Object,
                               StringRef Seen) const {
  PartHash Hash;
  Hash.add(Judge);
  Hash.add(Options.Cpu);
  Hash.addNumbers(Options.Assignment, Options.IRContext, Options.MinGainPercent,
                  Options.TuneBudget, Options.TuneTripCount,
                  Options.Transforms.bits());
  const PipelineTuningOptions &T = How.Tuning;
  Hash.addNumbers(How.Level.getSpeedupLevel(), How.Level.getSizeLevel(),
                  How.Phase, How.TM->getOptLevel(), T.LoopInterleaving,
                  T.LoopVectorization, T.SLPVectorization, T.LoopUnrolling,
                  T.LoopInterchange, T.LoopFusion, T.ForgetAllSCEVInLoopUnroll,
                  T.LicmMssaOptCap, T.LicmMssaNoAccForPromotionCap,
                  T.MergeFunctions, How.UnrollsAndJams);
  Hash.add(Seen);
  Hash.add(How.TM->getTargetCPU());
  Hash.add(How.TM->getTargetFeatureString());
  for (ArrayRef<char> Code : {Bitcode, Object})
    Hash.add(StringRef(Code.data(), Code.size()));
  return Hash.hex();
}

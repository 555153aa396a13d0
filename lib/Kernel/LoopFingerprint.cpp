//===- LoopFingerprint.cpp - How a loop is known again --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Passes/profile.c and test/Run/profile.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/LoopFingerprint.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace kernelbounds;
using namespace llvm;

static void addCount(std::string &To, unsigned Count, StringRef One,
                     StringRef Many) {
  if (Count == 0)
    return;
  if (!To.empty())
    To += ", ";
  To += std::to_string(Count) + " " + (Count == 1 ? One : Many).str();
}

std::string LoopFingerprint::str() const {
  std::string Text;
  addCount(Text, Instructions, "instruction", "instructions");
  addCount(Text, Loads, "load", "loads");
  addCount(Text, Stores, "store", "stores");
  addCount(Text, Branches, "branch", "branches");
  addCount(Text, Calls, "call", "calls");
  return Text;
}

LoopFingerprint kernelbounds::fingerprintOf(const Listing &L,
                                            const ListedFunction &F,
                                            const LoopBody &Body,
                                            const TargetSemantics &Semantics) {
  const MCInstrInfo &MII = *Semantics.description().MII;
  LoopFingerprint S;
  for (unsigned Block : Body.Blocks)
    for (unsigned I = F.Blocks[Block].First; I != F.Blocks[Block].End; ++I) {
      const MCInst &Inst = L.Insts[I].Inst;
      if (Semantics.code().isPadding(Inst, MII))
        continue;
      const MCInstrDesc &D = MII.get(Inst.getOpcode());
      ++S.Instructions;
      // What a call accesses is not the loop's own.
      S.Calls += D.isCall();
      S.Loads += D.mayLoad() && !D.isCall();
      S.Stores += D.mayStore() && !D.isCall();
      S.Branches += D.isConditionalBranch();
    }
  return S;
}

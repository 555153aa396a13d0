//===- Annotate.cpp - Bounds as comments in assembly output ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `-kernel-bounds-annotate` writes into `-S` output.
/// Sample of `clang -O2 -fno-unroll-loops -march=cascadelake
/// -fpass-plugin=KernelBounds.so -mllvm -kernel-bounds-annotate -S -o -
/// dot.c`:
///
///   vmovsd (%rdi,%rax,8), %xmm1  # kb: loop 4.00 cy/it, limited by latency
///                                # kb:   TP 1.25, LCD 4.00, CP 9.00 cy/it on
///                                cascadelake
///                                # kb: p2 0.50 p3 0.50, latency 5, CP +5
///
/// Tested by test/Passes/annotate*.
//
//===----------------------------------------------------------------------===//

#include "FunctionAnalyzer.h"
#include "kernel-bounds/Advice/LoopLimit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineBasicBlock.h"

using namespace kernelbounds;
using namespace llvm;

static std::string summaryOf(const AnalyzedLoop &L) {
  const Analysis &A = L.Result.Bounds;
  std::string AtLeast;
  if (A.atLeast() < L.Result.prediction())
    AtLeast = " expected, at least " + A.atLeast().str();
  return "kb: loop " + L.Result.prediction().str() + " cy/it" + AtLeast + ", " +
         verdictText(L.Result) + "\nkb:   TP " + A.TP.str() + ", LCD " +
         A.LCD.Ratio.str() + ", CP " + CyclesPerIter(A.CP.Latency).str() +
         " cy/it on " + A.model().cpu().str() + "\n";
}

/// The longest latency from an input of instruction \p I to a result.
static int latencyOf(const Analysis &A, uint32_t I) {
  const KernelInst &Inst = A.kernel().Insts[I];
  const MappedInst &M = A.Mapped.Insts[I];
  int Latency = 0;
  for (unsigned W = 0; W < Inst.NumWrites; ++W)
    if (!A.kernel().Writes[Inst.FirstWrite + W].IsWriteBack)
      Latency =
          std::max<int>(Latency, A.Mapped.WriteLatency[Inst.FirstWrite + W]);
  return Latency + M.LoadLatency;
}

static std::string noteOf(const Analysis &A, uint32_t I, int64_t OnLCD,
                          int64_t OnCP) {
  const MappedInst &M = A.Mapped.Insts[I];
  std::string Text = "kb:";
  for (unsigned P = 0; P < A.PortLoads.size(); ++P) {
    CyclesPerIter Share = A.portShare(I, P);
    if (!Share.isZero())
      Text += " " + A.model().ports()[P].Name + " " + Share.str();
  }
  if (M.is(MF_NotModeled))
    return Text + " not modeled\n";
  if (M.is(MF_FusedWithNext))
    Text += " fused with the branch";
  else if (M.is(MF_Eliminated))
    Text += " eliminated";
  else if (M.is(MF_DependencyBreaking))
    Text += " breaks dependency";
  if (int Latency = latencyOf(A, I))
    Text += ", latency " + std::to_string(Latency);
  if (OnLCD)
    Text += ", LCD +" + std::to_string(OnLCD);
  if (OnCP)
    Text += ", CP +" + std::to_string(OnCP);
  if (M.UopsFrom.isLLVM())
    Text += " (LLVM)";
  return Text + "\n";
}

void kernelbounds::annotate(const AnalyzedLoop &L, Annotations &Notes) {
  const Analysis &A = L.Result.Bounds;
  std::vector<int64_t> OnLCD = A.latencyOnLCD(), OnCP = A.latencyOnCP();
  for (auto [I, MI] : enumerate(L.Source)) {
    std::string &Note = Notes[MI];
    if (I == 0)
      Note += summaryOf(L);
    Note += noteOf(A, I, OnLCD[I], OnCP[I]);
  }
}

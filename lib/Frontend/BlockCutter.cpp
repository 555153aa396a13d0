//===- BlockCutter.cpp - From instructions to basic blocks ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A block begins at a function's start, at a branch target, after a branch,
/// and where a reader asks for it (markers); not at labels that nothing jumps
/// to, such as those of debug information.
///
/// An indirect jump without a known table: code that nothing else reaches must
/// be reached by it, so the first block of each such piece becomes a successor
/// of the nearest indirect jump before it. A heuristic; it keeps loops around
/// a `switch` in disassembled code.
//
//===----------------------------------------------------------------------===//

#include "BlockCutter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include <algorithm>

using namespace llvm;

namespace kernelbounds {

bool isNoReturnFunction(StringRef Symbol) {
  static constexpr StringLiteral Names[] = {
      "_Exit",          "_Unwind_Resume", "__assert_fail", "__assert_rtn",
      "__chk_fail",     "__cxa_rethrow",  "__cxa_throw",   "__stack_chk_fail",
      "__fortify_fail", "_exit",          "abort",         "exit",
      "longjmp",        "quick_exit",     "siglongjmp"};
  static constexpr StringLiteral Prefixes[] = {
      "_gfortran_stop",          "_gfortran_error_stop", "_gfortran_os_error",
      "_gfortran_runtime_error", "_FortranAStop",        "_ZSt9terminate",
      "_ZN4core9panicking",      "__cxa_throw_bad"};
  Symbol = Symbol.split('@').first;
  if (Symbol.starts_with("_ZSt") && Symbol.contains("__throw_"))
    return true;
  return is_contained(Names, Symbol) ||
         any_of(Prefixes, [&](StringRef P) { return Symbol.starts_with(P); });
}

InstFlow classifyFlow(const MCInst &Inst, StringRef Callee,
                      const MCInstrAnalysis &MIA) {
  InstFlow Result;
  if (MIA.isCall(Inst))
    Result.Kind = isNoReturnFunction(Callee) ? FlowKind::Stop : FlowKind::Next;
  else if (MIA.isReturn(Inst))
    Result.Kind = FlowKind::Stop;
  else if (MIA.isIndirectBranch(Inst))
    Result.Kind = FlowKind::IndirectJump;
  else if (MIA.isConditionalBranch(Inst))
    Result.Kind = FlowKind::CondBranch;
  else if (MIA.isUnconditionalBranch(Inst))
    Result.Kind = FlowKind::Jump;
  else if (MIA.isBarrier(Inst) && MIA.isTerminator(Inst))
    Result.Kind = FlowKind::Stop;
  return Result;
}

namespace {

class BlockCutter {
public:
  BlockCutter(Listing &L, const CodeFlow &Code,
              function_ref<std::string(unsigned)> LabelOf)
      : L(L), Code(Code), LabelOf(LabelOf) {}
  void run();

private:
  void findLeaders();
  void cutFunction(unsigned First, unsigned End, StringRef Name);
  bool isPadding(const ListedBlock &B) const;
  bool isDeadPadding(const ListedFunction &F, unsigned Block) const;
  void linkBlock(ListedFunction &F, unsigned Block);
  void attachOrphans(ListedFunction &F);
  const InstFlow &flowAfter(const ListedBlock &B) const {
    return Code.Flow[B.End - 1];
  }

  Listing &L;
  const CodeFlow &Code;
  function_ref<std::string(unsigned)> LabelOf;
  // By instruction.
  std::vector<char> IsLeader, IsTarget;
  std::vector<unsigned> BlockOf, FunctionOf; ///< Block: inside its function.
};

void BlockCutter::findLeaders() {
  unsigned N = L.Insts.size();
  IsLeader.assign(N + 1, false);
  IsTarget.assign(N + 1, false);
  FunctionOf.assign(N, 0);
  for (unsigned F = 0; F < Code.Functions.size(); ++F) {
    IsLeader[Code.Functions[F].Inst] = true;
    unsigned End =
        F + 1 < Code.Functions.size() ? Code.Functions[F + 1].Inst : N;
    std::fill(FunctionOf.begin() + Code.Functions[F].Inst,
              FunctionOf.begin() + End, F);
  }
  auto AddTarget = [&](unsigned From, unsigned To) {
    if (To < N && FunctionOf[From] == FunctionOf[To])
      IsLeader[To] = IsTarget[To] = true;
  };
  for (unsigned I = 0; I < N; ++I) {
    if (Code.Flow[I].Kind == FlowKind::Next)
      continue;
    IsLeader[I + 1] = true;
    AddTarget(I, Code.Flow[I].Target);
  }
  for (const auto &[Jump, Targets] : Code.JumpTables)
    for (unsigned T : Targets)
      AddTarget(Jump, T);
  for (unsigned C : Code.Cuts)
    if (C < N)
      IsLeader[C] = true;
}

bool BlockCutter::isPadding(const ListedBlock &B) const {
  return all_of(seq(B.First, B.End),
                [&](unsigned I) { return Code.Flow[I].IsPadding; });
}

/// No-ops between a jump or a return and the next target do not run.
bool BlockCutter::isDeadPadding(const ListedFunction &F, unsigned Block) const {
  if (Block == 0 || IsTarget[F.Blocks[Block].First] ||
      !isPadding(F.Blocks[Block]))
    return false;
  FlowKind Before = flowAfter(F.Blocks[Block - 1]).Kind;
  return Before != FlowKind::Next && Before != FlowKind::CondBranch;
}

void BlockCutter::linkBlock(ListedFunction &F, unsigned Block) {
  if (isDeadPadding(F, Block))
    return;
  ListedBlock &B = F.Blocks[Block];
  unsigned Last = B.End - 1;
  const InstFlow &Flow = Code.Flow[Last];
  auto AddSucc = [&](unsigned Target) {
    if (Target == NoInst || Target >= L.Insts.size() ||
        FunctionOf[Target] != FunctionOf[Last])
      return;
    if (!is_contained(B.Succs, BlockOf[Target]))
      B.Succs.push_back(BlockOf[Target]);
  };
  bool MayFall =
      Flow.Kind == FlowKind::Next || Flow.Kind == FlowKind::CondBranch;
  if (MayFall && Block + 1 < F.Blocks.size()) {
    B.FallsThrough = true;
    B.Succs.push_back(Block + 1);
  }
  if (Flow.Kind == FlowKind::CondBranch || Flow.Kind == FlowKind::Jump)
    AddSucc(Flow.Target);
  if (auto Table = Code.JumpTables.find(Last); Table != Code.JumpTables.end())
    for (unsigned T : Table->second)
      AddSucc(T);
}

/// Gives code that is not reached otherwise to the indirect jumps before it.
void BlockCutter::attachOrphans(ListedFunction &F) {
  std::vector<char> Reached(F.Blocks.size(), false);
  std::vector<unsigned> Work;
  auto Reach = [&](unsigned Root) {
    Work.push_back(Root);
    Reached[Root] = true;
    while (!Work.empty()) {
      unsigned B = Work.back();
      Work.pop_back();
      for (unsigned S : F.Blocks[B].Succs)
        if (!Reached[S]) {
          Reached[S] = true;
          Work.push_back(S);
        }
    }
  };
  auto IsOpenJump = [&](const ListedBlock &B) {
    return flowAfter(B).Kind == FlowKind::IndirectJump &&
           !Code.JumpTables.count(B.End - 1);
  };
  Reach(0);
  unsigned Jump = NoInst; // Nearest indirect jump without a table.
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    if (!Reached[B] && Jump != NoInst && !isPadding(F.Blocks[B])) {
      F.Blocks[Jump].Succs.push_back(B);
      Reach(B);
    }
    if (IsOpenJump(F.Blocks[B]))
      Jump = B;
  }
}

void BlockCutter::cutFunction(unsigned First, unsigned End, StringRef Name) {
  ListedFunction &F = L.Functions.emplace_back();
  F.Name = Name.str();
  for (unsigned I = First; I < End; ++I) {
    if (IsLeader[I]) {
      ListedBlock &B = F.Blocks.emplace_back();
      B.First = I;
      if (IsTarget[I])
        B.Label = LabelOf(I);
    }
    F.Blocks.back().End = I + 1;
    BlockOf[I] = F.Blocks.size() - 1;
  }
  if (F.Blocks.front().Label.empty())
    F.Blocks.front().Label = F.Name;
  bool HasOpenJump = false;
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    linkBlock(F, B);
    HasOpenJump |= flowAfter(F.Blocks[B]).Kind == FlowKind::IndirectJump &&
                   F.Blocks[B].Succs.empty();
  }
  if (HasOpenJump)
    attachOrphans(F);
}

void BlockCutter::run() {
  if (L.Insts.empty())
    return;
  findLeaders();
  BlockOf.assign(L.Insts.size(), 0);
  for (unsigned F = 0; F < Code.Functions.size(); ++F) {
    unsigned End = F + 1 < Code.Functions.size() ? Code.Functions[F + 1].Inst
                                                 : L.Insts.size();
    if (Code.Functions[F].Inst < End)
      cutFunction(Code.Functions[F].Inst, End, Code.Functions[F].Name);
    else
      L.Functions.emplace_back(); // Keeps the numbering; removed below.
  }
  for (unsigned I : Code.Unread)
    ++L.Functions[FunctionOf[I]].Blocks[BlockOf[I]].NumUnread;
  erase_if(L.Functions,
           [](const ListedFunction &F) { return F.Blocks.empty(); });
}

} // namespace

void cutBlocks(Listing &L, const CodeFlow &Code,
               function_ref<std::string(unsigned)> LabelOf) {
  BlockCutter(L, Code, LabelOf).run();
}

} // namespace kernelbounds

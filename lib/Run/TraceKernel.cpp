//===- TraceKernel.cpp - A stretch as straight code -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Run/TraceKernelTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "TraceKernel.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

Expected<std::unique_ptr<TraceCode>> TraceCode::create(const RunTrace &T) {
  std::unique_ptr<TraceCode> C(new TraceCode(T));
  auto Decoder = TraceDecoder::create(Triple(T.Triple));
  if (!Decoder)
    return Decoder.takeError();
  C->Decoder = std::move(*Decoder);
  C->Printer = C->Decoder->target().createInstPrinter(/*SyntaxVariant=*/0);
  for (const TraceInst &I : T.Insts) {
    auto Listed = C->Decoder->decode(I.bytes(), I.Address);
    if (!Listed || Listed->Size != I.Size)
      return createStringError("the trace has bytes at address 0x" +
                               utohexstr(I.Address, /*LowerCase=*/true) +
                               " that are no instruction");
    C->Listed.push_back(std::move(*Listed));
  }
  C->semantics().nameStack(C->All);
  for (const auto &[L, I] : zip_equal(C->Listed, T.Insts)) {
    C->semantics().append(L, C->All);
    const KernelInst &K = C->All.Insts.back();
    const auto Num = count_if(
        C->All.mems(K), [&](const MemRef &M) { return isRecorded(K, M); });
    if (Num != I.NumAccesses)
      return createStringError("the trace has " +
                               Twine(unsigned(I.NumAccesses)) +
                               " accesses of the instruction at 0x" +
                               utohexstr(I.Address, /*LowerCase=*/true) +
                               ", which has " + Twine(Num));
  }
  return C;
}

std::string TraceCode::textOf(uint32_t Inst) const {
  return Decoder->target().textOf(Listed[Inst], *Printer);
}

std::vector<bool> TraceCode::calls() const {
  std::vector<bool> Is;
  for (const KernelInst &I : All.Insts)
    Is.push_back(I.is(IF_Call));
  return Is;
}

static BranchKind branchKindOf(const KernelInst &I, const MCInstrDesc &Desc) {
  if (I.is(IF_CondBranch))
    return BranchKind::Conditional;
  if (Desc.isReturn())
    return BranchKind::Return;
  if (Desc.isCall())
    return any_of(Desc.operands(),
                  [](const MCOperandInfo &O) {
                    return O.OperandType == MCOI::OPERAND_PCREL;
                  })
               ? BranchKind::Call
               : BranchKind::IndirectCall;
  return Desc.isIndirectBranch() ? BranchKind::Indirect : BranchKind::Direct;
}

std::vector<BranchKind> TraceCode::branchKinds() const {
  const MCInstrInfo &MII = Decoder->target().instrInfo();
  std::vector<BranchKind> Kinds;
  for (const auto &[L, I] : zip_equal(Listed, All.Insts))
    Kinds.push_back(branchKindOf(I, MII.get(L.Inst.getOpcode())));
  return Kinds;
}

Kernel TraceCode::kernelOf(const TraceStretch &S) const {
  Kernel K;
  semantics().nameStack(K);
  K.reserve(S.Path.size());
  for (auto [At, Inst] : enumerate(S.Path)) {
    semantics().append(Listed[Inst], K);
    KernelInst &I = K.Insts.back();
    I.Listed = Inst;
    I.Inst = &Listed[Inst].Inst;
    if (!I.is(IF_Branch) || I.is(IF_Call))
      continue;
    const bool IsLast = At + 1 == S.Path.size();
    const uint64_t Behind = T.Insts[Inst].Address + T.Insts[Inst].Size;
    if (!I.is(IF_CondBranch) ||
        (!IsLast && T.Insts[S.Path[At + 1]].Address != Behind))
      I.Flags |= IF_Taken;
  }
  return K;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {

constexpr uint32_t NoStore = ~0u;

/// The store that wrote each byte last.
class LastStores {
public:
  uint32_t at(uint64_t Address) const {
    auto It = Words.find(Address / 8);
    return It == Words.end() ? NoStore : It->second[Address % 8];
  }
  void set(uint64_t Address, unsigned Bytes, uint32_t Store) {
    for (uint64_t A = Address; A < Address + Bytes; ++A) {
      auto [It, IsNew] = Words.try_emplace(A / 8);
      if (IsNew)
        It->second.fill(NoStore);
      It->second[A % 8] = Store;
    }
  }

private:
  DenseMap<uint64_t, std::array<uint32_t, 8>> Words;
};

/// An access that was recorded.
struct Access {
  uint32_t Inst, Mem;
  uint64_t Address;
};

} // namespace

/// What \p Load gets from \p Stores, by their number in \p All; false if
/// nothing.
static bool findSource(const Kernel &K, const LastStores &Stores,
                       ArrayRef<Access> All, const Access &Load,
                       MemoryDependence &D) {
  const unsigned Width = K.Mems[Load.Mem].Width;
  uint32_t Youngest = NoStore;
  unsigned NumBytes = 0;
  for (unsigned B = 0; B < Width; ++B)
    if (uint32_t S = Stores.at(Load.Address + B); S != NoStore) {
      if (Youngest == NoStore || S > Youngest) {
        Youngest = S;
        NumBytes = 0;
      }
      NumBytes += S == Youngest;
    }
  if (Youngest == NoStore)
    return false;
  const Access &Store = All[Youngest];
  D = {};
  D.SourceInst = Store.Inst;
  D.DestInst = Load.Inst;
  D.SourceMem = Store.Mem;
  D.DestMem = Load.Mem;
  D.Order = DependenceOrder::RAW;
  D.Class = DependenceClass::Must;
  D.Evidence = DependenceEvidence::ClosedForm;
  D.Forward = NumBytes == Width ? Forwarding::Full : Forwarding::Partial;
  D.Distance = 0;
  D.OverlapBytes = static_cast<uint16_t>(NumBytes);
  D.Offset = static_cast<int32_t>(Load.Address - Store.Address);
  return true;
}

std::vector<MemoryDependence> kernelbounds::findRecordedDependences(
    const Kernel &K, ArrayRef<uint64_t> Addresses, unsigned Window) {
  std::vector<MemoryDependence> Found;
  std::vector<Access> All;
  LastStores Stores;
  for (auto [Inst, I] : enumerate(K.Insts)) {
    const size_t First = All.size();
    for (uint32_t M = I.FirstMem; M < I.FirstMem + I.NumMems; ++M)
      if (isRecorded(I, K.Mems[M]) && !Addresses.empty()) {
        All.push_back({static_cast<uint32_t>(Inst), M, Addresses.front()});
        Addresses = Addresses.drop_front();
      }
    // An instruction loads before it stores.
    for (size_t A = First; A < All.size(); ++A) {
      MemoryDependence D;
      if (K.Mems[All[A].Mem].IsLoad && findSource(K, Stores, All, All[A], D) &&
          D.DestInst - D.SourceInst <= Window)
        Found.push_back(D);
    }
    for (size_t A = First; A < All.size(); ++A)
      if (K.Mems[All[A].Mem].IsStore)
        Stores.set(All[A].Address, K.Mems[All[A].Mem].Width, A);
  }
  return Found;
}

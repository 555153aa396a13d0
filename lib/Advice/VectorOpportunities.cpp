//===- VectorOpportunities.cpp - Vectors in other places ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Vectors for scalars: every instruction but those that control the loop
/// becomes the one that does the same to all elements of a vector, of 32 bytes
/// in code with VEX prefixes. Only bodies whose iterations do not wait for each
/// other, and whose accesses go from element to element. A conversion counts
/// the elements of its wider side.
///
/// Example: `b[i] = (double)n[i]`, `cvtsi2sdl (%rdi), %xmm0` and a store: of
/// two elements are converted at once.
///
/// Loads across lines: vectors of a stencil overlap, so that all but one of
/// them cross lines. The aligned vectors are loaded once, each is kept until
/// the next, and the others are put together from two of them. Or, where all
/// accesses of an array could be aligned, the data are moved.
///
/// Tested by test/Bounds/opportunity-vectors*.s and opportunity-lines.s.
//
//===----------------------------------------------------------------------===//

#include "LoopChange.h"
#include "Opportunities.h"
#include "RegisterPressure.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// Whether a value goes from iteration to iteration, but for counters and what
/// scalar operations keep of their result.
static bool isCarried(const Analysis &A, const std::vector<bool> &IsControl) {
  const DependencyGraph &G = A.Graph;
  BitVector IsLeftOut(G.edges().size());
  for (auto [I, E] : enumerate(G.edges())) {
    const DependencyGraph::Node &To = G.nodes()[E.To];
    const bool IsMerge = E.Kind == DependenceKind::Register &&
                         A.kernel().Reads[E.Detail].Role == ReadRole::Merge;
    if (IsMerge || IsControl[To.Inst] || To.Part == NodePart::WriteBack)
      IsLeftOut.set(I);
  }
  return !findMaxCycleRatio(G, DependenceClass::Expected, &IsLeftOut)
              .Edges.empty();
}

/// Whether the accesses of \p I go on by their own width.
static bool isContiguous(const Kernel &K, const KernelInst &I,
                         KernelAddresses &Addresses) {
  for (uint32_t Mem = I.FirstMem; Mem < I.FirstMem + I.NumMems; ++Mem) {
    const MemRef &M = K.Mems[Mem];
    if (M.IsGather || M.NumParts != 1 || M.Width == 0 ||
        Addresses.distance(Mem, Mem, 1) != int64_t(M.Width))
      return false;
  }
  return true;
}

Opportunity kernelbounds::findVectors(const Baseline &Today,
                                      KernelAddresses &Addresses) {
  const Analysis &A = Today.A;
  const Kernel &K = A.kernel();
  const TargetSemantics &Target = targetOf(K);
  Opportunity O;
  if (K.NumOtherBlocks != 0 || !K.Calls.empty())
    return O;
  const std::vector<bool> &IsControl = Today.control();
  if (!IsControl.back())
    return O;
  SmallVector<std::pair<uint32_t, unsigned>, 16> Vectors;
  SmallVector<uint32_t, 4> Zeros;
  unsigned Elements = 0;
  for (auto [I, Inst] : enumerate(K.Insts)) {
    if (IsControl[I] || Inst.is(IF_Nop))
      continue;
    if (Inst.is(IF_ZeroIdiom)) {
      Zeros.push_back(I);
      continue;
    }
    const PackedForm Form = Target.packedForm(Inst.Opcode);
    if (Form.Opcode == 0 || !Inst.Inst || Inst.isObserved())
      return O;
    Elements =
        Elements == 0 ? Form.Elements : std::min(Elements, Form.Elements);
    Vectors.push_back({I, Form.Opcode});
  }
  if (Vectors.empty() || isCarried(A, IsControl) ||
      !all_of(Vectors, [&](auto &V) {
        return isContiguous(K, K.Insts[V.first], Addresses);
      }))
    return O;
  LoopChange Change(Today);
  for (uint32_t I : Zeros)
    Change.drop(0, I);
  for (auto [I, Opcode] : Vectors) {
    Change.setOpcode(0, I, Opcode);
    O.Insts.push_back(I);
    const KernelInst &Inst = K.Insts[I];
    for (uint32_t Mem = Inst.FirstMem; Mem < Inst.FirstMem + Inst.NumMems;
         ++Mem)
      Change.widen(Mem, Elements);
  }
  Change.mayLengthenChains();
  O.What = Opportunity::Kind::Vectorize;
  O.Count = Elements;
  O.IfApart = any_of(A.Memory, [](const MemoryDependence &D) {
    return D.Class == DependenceClass::May;
  });
  return Change.promise(O, Elements);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

static Opportunity alignData(const Baseline &Today) {
  Opportunity O;
  LoopChange Change(Today);
  Change.alignData();
  O.What = Opportunity::Kind::AlignData;
  for (const LineAccess &L : Today.A.Lines.Accesses)
    if (Today.A.Lines.Bases[L.Base].Modulus > 1)
      O.Insts.push_back(L.Inst);
  O.Count = O.Insts.size();
  if (O.Count == 0)
    return Opportunity();
  return Change.promise(O);
}

/// Puts shifts of aligned vectors in the place of the loads \p Of, of one array
/// and width, but for the first that has the most in common with others.
static bool shiftLoads(const Analysis &A, LoopChange &Change,
                       ArrayRef<const LineAccess *> Of, Opportunity &O) {
  const Kernel &K = A.kernel();
  const unsigned Width = Of.front()->Width;
  const SmallVector<unsigned, 2> Shift = targetOf(K).alignedShift(Width);
  if (Shift.empty() || is_contained(Shift, 0u))
    return false;
  SmallVector<unsigned, 8> Places = {Of.front()->Offset % Width};
  for (const LineAccess *L : drop_begin(Of)) {
    Change.dropLoad(L->Inst);
    O.Insts.push_back(L->Inst);
    if (is_contained(Places, L->Offset % Width))
      continue;
    Places.push_back(L->Offset % Width);
    for (unsigned Opcode : Shift)
      Change.append(L->Inst,
                    {Opcode, blankInst(A, Opcode), {}, {}, std::nullopt});
  }
  return Places.size() > 1;
}

static Opportunity shiftVectors(const Baseline &Today) {
  const Analysis &A = Today.A;
  constexpr unsigned LeastBytes = 16;
  Opportunity O;
  const RegisterPressure Pressure(A, Today.NumUnits, Today.control());
  LoopChange Change(Today);
  bool IsChanged = false;
  for (uint32_t Base = 0; Base < A.Lines.Bases.size(); ++Base) {
    SmallVector<const LineAccess *, 8> Of;
    for (const LineAccess &L : A.Lines.Accesses)
      if (L.Base == Base && !L.IsStore && L.Width >= LeastBytes &&
          (Of.empty() || Of.front()->Width == L.Width))
        Of.push_back(&L);
    // The vectors follow each other, and two of them are kept.
    if (Of.size() < 2 ||
        A.Lines.Bases[Base].Step % CacheLineBytes !=
            Of.front()->Width % CacheLineBytes ||
        !all_of(Of, [&](const LineAccess *L) {
          const KernelInst &I = A.kernel().Insts[L->Inst];
          return I.NumWrites != 0 && !I.isObserved() &&
                 Pressure.left(A.kernel().writes(I).front()) >= 2;
        }))
      continue;
    IsChanged |= shiftLoads(A, Change, Of, O);
  }
  if (!IsChanged)
    return Opportunity();
  O.What = Opportunity::Kind::ShiftVectors;
  O.Count = O.Insts.size();
  return Change.promise(O);
}

Opportunity kernelbounds::findAlignedLoads(const Baseline &Today) {
  Opportunity Aligned = alignData(Today), Shifted = shiftVectors(Today);
  if (Aligned.What == Opportunity::Kind::None ||
      (Shifted.What != Opportunity::Kind::None && Shifted.To < Aligned.To))
    return Shifted;
  return Aligned;
}

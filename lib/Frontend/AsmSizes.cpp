//===- AsmSizes.cpp - Sizes and addresses of parsed instructions ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Encodes each instruction once with short jumps, then makes a jump long
/// where its target is too far, until none has to grow. Jumps only grow, so
/// this ends; as in GNU as and LLVM it need not be the very shortest code.
///
/// Time O((I + R) * rounds), with few rounds in practice and at most as many
/// as there are jumps. Tested by unittests/Frontend/AssemblyReaderTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "AssemblyBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace kernelbounds {
namespace {

class SizeComputer {
public:
  SizeComputer(Listing &L, const std::vector<InstFlow> &Flow,
               const AsmCollector &In, const std::vector<unsigned> &Bases,
               TargetContext &Target)
      : L(L), Flow(Flow), In(In), Bases(Bases), Target(Target) {}
  void run();

private:
  void encodeAll();
  void assignAddresses(const CollectedSection &S, unsigned Base);
  bool growJumps(const CollectedSection &S, unsigned Base);

  Listing &L;
  const std::vector<InstFlow> &Flow;
  const AsmCollector &In;
  const std::vector<unsigned> &Bases;
  TargetContext &Target;
};

void SizeComputer::encodeAll() {
  if (const unsigned Fixed = Target.code().fixedSize()) {
    for (ListedInst &I : L.Insts)
      I.Size = Fixed;
    return;
  }
  std::unique_ptr<MCCodeEmitter> Emitter(Target.target().createMCCodeEmitter(
      Target.instrInfo(), Target.context()));
  SmallString<16> Bytes;
  SmallVector<MCFixup, 4> Fixups;
  for (ListedInst &I : L.Insts) {
    Bytes.clear();
    Fixups.clear();
    Emitter->encodeInstruction(I.Inst, Bytes, Fixups, Target.subtarget());
    I.Size = Bytes.size();
    I.OpcodeOffset =
        Target.code().opcodeOffset(arrayRefFromStringRef(Bytes.str()));
  }
}

void SizeComputer::assignAddresses(const CollectedSection &S, unsigned Base) {
  uint64_t Address = 0;
  auto Data = S.DataRuns.begin();
  auto Align = S.Alignments.begin();
  for (unsigned Pos = 0; Pos < S.Insts.size(); ++Pos) {
    for (; Data != S.DataRuns.end() && Data->Pos <= Pos; ++Data)
      Address += Data->NumBytes;
    for (; Align != S.Alignments.end() && Align->Pos <= Pos; ++Align) {
      uint64_t Skip = alignTo(Address, Align->Align) - Address;
      if (Align->MaxBytes == 0 || Skip <= Align->MaxBytes)
        Address += Skip;
    }
    L.Insts[Base + Pos].Address = Address;
    Address += L.Insts[Base + Pos].Size;
  }
}

/// Makes short jumps long that do not reach. \returns true if any grew.
bool SizeComputer::growJumps(const CollectedSection &S, unsigned Base) {
  constexpr unsigned ShortJump = 2; // Bytes, of every target that has two.
  bool Grew = false;
  unsigned End = Base + S.Insts.size();
  for (unsigned I = Base; I < End; ++I) {
    ListedInst &Jump = L.Insts[I];
    const InstFlow &F = Flow[I];
    bool IsJump = F.Kind == FlowKind::Jump || F.Kind == FlowKind::CondBranch;
    if (!IsJump || Jump.Size != ShortJump || !Jump.Inst.getNumOperands() ||
        !Jump.Inst.getOperand(0).isExpr())
      continue;
    int64_t Distance = INT64_MAX;
    if (F.Target != NoInst && F.Target >= Base && F.Target < End)
      Distance = int64_t(L.Insts[F.Target].Address) -
                 int64_t(Jump.Address + ShortJump);
    std::optional<InstEncoding> Long = Target.code().longJump(
        Target.instrInfo(), Jump.Inst.getOpcode(), Distance);
    if (!Long)
      continue;
    Jump.Size = Long->Size;
    Jump.OpcodeOffset = Long->OpcodeOffset;
    Grew = true;
  }
  return Grew;
}

void SizeComputer::run() {
  encodeAll();
  for (unsigned Idx = 0; Idx < In.Sections.size(); ++Idx) {
    const CollectedSection &S = In.Sections[Idx];
    do {
      assignAddresses(S, Bases[Idx]);
    } while (Target.code().fixedSize() == 0 && growJumps(S, Bases[Idx]));
  }
}

} // namespace

void computeSizes(Listing &L, const std::vector<InstFlow> &Flow,
                  const AsmCollector &In, const std::vector<unsigned> &Bases,
                  TargetContext &Target) {
  SizeComputer(L, Flow, In, Bases, Target).run();
}

} // namespace kernelbounds

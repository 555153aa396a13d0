//===- LLVMSchedule.cpp - LLVM's scheduling model as a base ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From MCSchedModel to micro-ops on ports.
///
/// Example: LLVM says of VADDSDrm on Skylake-X: Port01 1, Port23 1, Port015 1,
/// Port237 1, Port0156 1, PortAny 2 cycles. Port01 and Port23 explain all the
/// larger groups: one micro-op on each of the two.
///
/// O(R^2) for the R resources of a class, once per class.
/// Source: the layout of the tables in llvm/MC/MCSchedule.h; the same
/// subtraction as in llvm::mca::InstrBuilder, kept apart since micro-ops are
/// wanted here, not masks of groups.
/// Tested by unittests/Model/LLVMScheduleTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Model/LLVMSchedule.h"
#include "LLVMUnits.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

/// A unit that LLVM's models use for what is not pipelined.
static PortKind kindOfUnit(StringRef Name) {
  return Name.contains("Div") || Name.contains("Sqrt") ? PortKind::Unit
                                                       : PortKind::Port;
}

LLVMSchedule::LLVMSchedule(const MCSubtargetInfo &STI, const MCSchedModel &SM,
                           const MCInstrInfo &MII)
    : STI(STI), MII(MII), SM(SM) {
  if (const TargetRecord *Record = findTarget(STI.getTargetTriple())) {
    Placeholder = Record->PlaceholderLatency;
    Plain = &STI.getSchedModelForCPU(Record->PlainCpu);
  }
  if (!SM.hasInstrSchedModel())
    return;
  FirstUnit.assign(SM.getNumProcResourceKinds(), ~0u);
  for (unsigned I = 1; I < SM.getNumProcResourceKinds(); ++I) {
    const MCProcResourceDesc &R = *SM.getProcResource(I);
    if (R.SubUnitsIdxBegin)
      continue;
    FirstUnit[I] = Units.size();
    for (unsigned K = 0; K < R.NumUnits; ++K)
      Units.push_back({unitName(R, K), R.Name, kindOfUnit(R.Name)});
  }
}

void LLVMSchedule::numberPorts(ArrayRef<unsigned> PortOfUnit) {
  if (!SM.hasInstrSchedModel())
    return;
  Ports.assign(SM.getNumProcResourceKinds(), PortSet());
  for (unsigned I = 1; I < Ports.size(); ++I)
    if (FirstUnit[I] != ~0u)
      for (unsigned K = 0; K < SM.getProcResource(I)->NumUnits; ++K)
        Ports[I].insert(PortOfUnit[FirstUnit[I] + K]);
  for (unsigned I = 1; I < Ports.size(); ++I)
    if (FirstUnit[I] == ~0u)
      Ports[I] = portsOf(I);
}

PortSet LLVMSchedule::portsOf(unsigned Idx) const {
  const MCProcResourceDesc &R = *SM.getProcResource(Idx);
  if (!R.SubUnitsIdxBegin)
    return Ports[Idx];
  PortSet Set;
  for (unsigned K = 0; K < R.NumUnits; ++K)
    Set = Set | portsOf(R.SubUnitsIdxBegin[K]);
  return Set;
}

/// True if the latency is what LLVM's models of the target write for what they
/// do not describe. Those of x86: 100 cycles for WriteMicrocoded and
/// WriteSystem, as of `rep movsb`.
bool LLVMSchedule::isPlaceholder(const MCSchedClassDesc &Class) const {
  return Placeholder != 0 && Class.NumWriteLatencyEntries != 0 &&
         STI.getWriteLatencyEntry(&Class, 0)->Cycles == Placeholder;
}

void LLVMSchedule::fill(BaseSchedule &S, const MCSchedClassDesc &Class) const {
  if (isPlaceholder(Class))
    return;
  S.Valid = true;
  S.Class = &Class;
  S.NumMicroOps = Class.NumMicroOps;
  struct Use {
    PortSet Ports;
    int Cycles;
    bool IsGroup;
    unsigned Resource;
  };
  SmallVector<Use, 16> Uses;
  for (const MCWriteProcResEntry &W : make_range(
           STI.getWriteProcResBegin(&Class), STI.getWriteProcResEnd(&Class))) {
    int Cycles = int(W.ReleaseAtCycle) - int(W.AcquireAtCycle);
    const MCProcResourceDesc &R = *SM.getProcResource(W.ProcResourceIdx);
    if (Cycles > 0)
      Uses.push_back({Ports[W.ProcResourceIdx], Cycles,
                      R.SubUnitsIdxBegin != nullptr, W.ProcResourceIdx});
  }
  // Among equal sets the units come first: the groups stand for them.
  llvm::sort(Uses, [](const Use &A, const Use &B) {
    return std::tuple(A.Ports.size(), A.IsGroup, A.Resource) <
           std::tuple(B.Ports.size(), B.IsGroup, B.Resource);
  });
  for (size_t I = 0; I < Uses.size(); ++I) {
    if (Uses[I].Cycles <= 0)
      continue;
    // Groups that contain this one include its cycles.
    for (size_t J = I + 1; J < Uses.size(); ++J)
      if (Uses[J].IsGroup && Uses[I].Ports.isSubsetOf(Uses[J].Ports))
        Uses[J].Cycles -= Uses[I].Cycles;
    S.Uops.push_back({Uses[I].Ports, static_cast<uint16_t>(Uses[I].Cycles)});
  }
}

const BaseSchedule &LLVMSchedule::schedule(const MCInst &Inst) {
  static const BaseSchedule NoData;
  if (!SM.hasInstrSchedModel() || Inst.getOpcode() >= MII.getNumOpcodes())
    return NoData;
  unsigned Class = MII.get(Inst.getOpcode()).getSchedClass();
  while (Class && SM.getSchedClassDesc(Class)->isVariant())
    Class =
        STI.resolveVariantSchedClass(Class, &Inst, &MII, SM.getProcessorID());
  const MCSchedClassDesc &Desc = *SM.getSchedClassDesc(Class);
  if (!Class || !Desc.isValid())
    return NoData;
  std::unique_ptr<BaseSchedule> &S = ByClass[Class];
  if (!S) {
    S = std::make_unique<BaseSchedule>();
    fill(*S, Desc);
  }
  return *S;
}

bool LLVMSchedule::isSystem(unsigned Opcode) const {
  if (!Plain || Opcode >= MII.getNumOpcodes())
    return false;
  const MCInstrDesc &Desc = MII.get(Opcode);
  if (!Desc.hasUnmodeledSideEffects() || !Desc.getSchedClass())
    return false;
  const MCSchedClassDesc &Class =
      *Plain->getSchedClassDesc(Desc.getSchedClass());
  return Class.isValid() && !Class.isVariant() &&
         (Class.NumWriteProcResEntries == 0 || isPlaceholder(Class));
}

bool LLVMSchedule::isDescribed(unsigned Opcode) const {
  const MCInstrDesc &Desc = MII.get(Opcode);
  if (!Desc.hasUnmodeledSideEffects())
    return true;
  return !isSystem(Opcode) &&
         (Desc.getNumDefs() != 0 || !Desc.implicit_defs().empty() ||
          Desc.isBranch() || Desc.isReturn() ||
          Desc.mayLoad() != Desc.mayStore());
}

unsigned LLVMSchedule::defLatency(const BaseSchedule &S, unsigned Def) const {
  if (!S.Class || S.Class->NumWriteLatencyEntries == 0)
    return 0;
  unsigned Idx = std::min<unsigned>(Def, S.Class->NumWriteLatencyEntries - 1);
  return std::max<int>(0, STI.getWriteLatencyEntry(S.Class, Idx)->Cycles);
}

unsigned LLVMSchedule::maxLatency(const BaseSchedule &S) const {
  unsigned Max = 0;
  for (unsigned I = 0; S.Class && I < S.Class->NumWriteLatencyEntries; ++I)
    Max = std::max(Max, defLatency(S, I));
  return Max;
}

unsigned LLVMSchedule::minLatency(const BaseSchedule &S) const {
  unsigned Min = maxLatency(S);
  for (unsigned I = 0; S.Class && I < S.Class->NumWriteLatencyEntries; ++I)
    Min = std::min(Min, defLatency(S, I));
  return Min;
}

unsigned LLVMSchedule::writeResource(const BaseSchedule &S,
                                     unsigned Def) const {
  if (!S.Class || S.Class->NumWriteLatencyEntries == 0)
    return ~0u;
  unsigned Idx = std::min<unsigned>(Def, S.Class->NumWriteLatencyEntries - 1);
  return STI.getWriteLatencyEntry(S.Class, Idx)->WriteResourceID;
}

int LLVMSchedule::readAdvance(const BaseSchedule &S, unsigned Use,
                              unsigned WriteResource) const {
  if (!hasReadAdvances(S))
    return 0;
  return STI.getReadAdvanceCycles(S.Class, Use, WriteResource);
}

unsigned LLVMSchedule::issueWidth() const { return SM.IssueWidth; }
unsigned LLVMSchedule::reorderBuffer() const { return SM.MicroOpBufferSize; }

//===----------------------------------------------------------------------===//
// For which core a model was written
//===----------------------------------------------------------------------===//

namespace {
struct Origin {
  StringLiteral ResourcePrefix; ///< Of every resource of the model.
  StringLiteral Core;           ///< The core that the model describes.
  StringLiteral Same;           ///< CPU names of the same core, " a b ".
};
} // namespace

static constexpr Origin Origins[] = {
#define KB_LLVM_MODEL(ResourcePrefix, Core, Same) {ResourcePrefix, Core, Same},
#include "kernel-bounds/Model/Targets.def"
};

static const Origin *findOrigin(const MCSchedModel &SM) {
  if (!SM.hasInstrSchedModel() || SM.getNumProcResourceKinds() < 2)
    return nullptr;
  StringRef Resource = SM.getProcResource(1)->Name;
  const Origin *Best = nullptr;
  for (const Origin &O : Origins)
    if (Resource.starts_with(O.ResourcePrefix) &&
        (!Best || O.ResourcePrefix.size() > Best->ResourcePrefix.size()))
      Best = &O;
  return Best;
}

StringRef kernelbounds::modelWrittenFor(const MCSchedModel &SM) {
  const Origin *O = findOrigin(SM);
  return O ? StringRef(O->Core) : StringRef();
}

bool kernelbounds::isModelNative(const MCSchedModel &SM, StringRef Cpu) {
  const Origin *O = findOrigin(SM);
  return O && O->Same.contains((Twine(" ") + Cpu + " ").str());
}

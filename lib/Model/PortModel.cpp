//===- PortModel.cpp - A core, ready for mapping --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the layers that serve a CPU and numbers their ports.
/// Tested by unittests/Model/PortModelTest.cpp and test/Model.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Model/PortModel.h"
#include "LLVMUnits.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"

using namespace kernelbounds;
using namespace llvm;

PortModel::PortModel(const MCInstrInfo &MII) : MII(MII) {}
PortModel::~PortModel() = default;

/// The name that model files have for the target of \p TT; empty: none.
static StringRef targetName(const Triple &TT) {
  const TargetRecord *Record = findTarget(TT);
  return Record ? StringRef(Record->Name) : StringRef();
}

const ModelTables *kernelbounds::findShippedModel(StringRef Name) {
  for (const ModelTables *M : shippedModels())
    if (M->Name == Name)
      return M;
  return nullptr;
}

/// The shipped model below \p M. A base of a shipped model's own name is LLVM's
/// CPU of that name.
static const ModelTables *shippedBase(const ModelTables &M) {
  const ModelTables *Base = findShippedModel(M.Base);
  return Base == &M ? nullptr : Base;
}

/// The shipped model of a CPU: by its name or one of its `cpus:`.
static const ModelTables *findShippedFor(StringRef Target, StringRef Cpu) {
  for (const ModelTables *M : shippedModels())
    if (M->Target == Target && M->Base != "any" &&
        (M->Name == Cpu || is_contained(M->Cpus, Cpu)))
      return M;
  return nullptr;
}

/// The model that completes every LLVM model of a target.
static const ModelTables *findOverlay(StringRef Target) {
  for (const ModelTables *M : shippedModels())
    if (M->Target == Target && M->Base == "any")
      return M;
  return nullptr;
}

bool kernelbounds::servesCpu(const ModelTables &Model, StringRef Cpu) {
  unsigned Depth = 0;
  for (const ModelTables *M = &Model; M && Depth < 8;
       M = shippedBase(*M), ++Depth)
    if (M->Name == Cpu || M->Base == Cpu || M->Base == "any" ||
        is_contained(M->Cpus, Cpu))
      return true;
  return false;
}

std::string kernelbounds::notServed(const ModelTables &Model, StringRef Cpu) {
  std::string Text = ("model '" + Model.Name + "' (" + Model.File +
                      ") does not serve the core '" + Cpu + "'")
                         .str();
  return Model.Cpus.empty() ? Text
                            : Text + "; it serves " + join(Model.Cpus, ", ");
}

static bool isLLVMCpu(const MCSubtargetInfo &STI, StringRef Cpu) {
  return any_of(STI.getAllProcessorDescriptions(),
                [&](const SubtargetSubTypeKV &P) { return Cpu == P.Key; });
}

Expected<std::unique_ptr<PortModel>>
PortModel::create(const Target &T, const Triple &TT, const MCInstrInfo &MII,
                  const PortModelRequest &Request) {
  std::unique_ptr<PortModel> M(new PortModel(MII));
  if (Error E = M->init(T, TT, Request))
    return std::move(E);
  return std::move(M);
}

/// Pushes \p Top and the shipped models below it, bottom up.
void PortModel::addLayers(const ModelTables *Top, StringRef Target) {
  SmallVector<const ModelTables *, 3> TopDown;
  for (const ModelTables *M = Top; M; M = shippedBase(*M)) {
    TopDown.push_back(M);
    if (M->Base == "any" || M->Base == "none" || TopDown.size() > 8)
      break;
  }
  if (TopDown.empty() || TopDown.back()->Base != "none")
    if (const ModelTables *Overlay = findOverlay(Target);
        Overlay && !is_contained(TopDown, Overlay))
      TopDown.push_back(Overlay);
  Layers.assign(TopDown.rbegin(), TopDown.rend());
}

Error PortModel::init(const Target &T, const Triple &TT,
                      const PortModelRequest &Request) {
  StringRef Target = targetName(TT);
  if (Target.empty())
    return createStringError(inconvertibleErrorCode(),
                             "no port models for target '" + TT.str() + "'; " +
                                 shownTargets() + " are supported");
  User = Request.User;
  if (User && User->Tables.Target != Target)
    return createStringError(inconvertibleErrorCode(),
                             User->Tables.File + ": the model is for " +
                                 User->Tables.Target + ", the code for " +
                                 Target);
  Cpu = Request.Cpu;
  CodeCpu = Request.CodeCpu;
  if (Cpu.empty() && User)
    Cpu = User->Tables.Name;
  const ModelTables *Top = User ? &User->Tables : findShippedFor(Target, Cpu);
  addLayers(Top, Target);
  // Tables hold opcode numbers, which another LLVM may have given otherwise.
  for (const ModelTables *L : Layers)
    if (L->NumTargetOpcodes != MII.getNumOpcodes())
      return createStringError(inconvertibleErrorCode(),
                               L->File +
                                   ": compiled for another LLVM than the "
                                   "one that runs; rebuild Kernel Bounds");

  std::string LLVMCpu = Cpu;
  bool NoLLVM = false;
  for (const ModelTables *L : Layers)
    if (L->Base == "none")
      NoLLVM = true;
    else if (!L->LLVMBase.empty())
      LLVMCpu = L->LLVMBase.str();
    else if (L->Base != "any" && !shippedBase(*L))
      LLVMCpu = L->Base.str();
  STI = Request.Subtarget;
  if (!STI) {
    OwnSTI.reset(T.createMCSubtargetInfo(TT, "", ""));
    STI = OwnSTI.get();
  }
  if (!STI)
    return createStringError(inconvertibleErrorCode(),
                             "LLVM was built without target " + Target);
  if (!NoLLVM && !isLLVMCpu(*STI, LLVMCpu))
    return createStringError(inconvertibleErrorCode(),
                             "unknown CPU '" + Cpu +
                                 "'; 'kernel-opt --list-cpus' lists the known");
  if (NoLLVM || !STI->getSchedModelForCPU(LLVMCpu).hasInstrSchedModel())
    LLVMCpu = fallbackCpu(TT).str();
  const MCSchedModel &SM = STI->getSchedModelForCPU(LLVMCpu);
  if (!NoLLVM)
    Base = std::make_unique<LLVMSchedule>(*STI, SM, MII);
  buildPorts();
  buildPipeline();
  for (const ModelTables *L : Layers) {
    HasMacroFusion |= !L->MacroFusion.empty();
    Bypasses = L->Bypasses.empty() ? Bypasses : L;
  }
  describe(NoLLVM ? "" : LLVMCpu, SM);
  return Error::success();
}

/// Names of units without the prefix that all of them share: "SKXPort0" and
/// "SKXDivider" become "Port0" and "Divider".
static std::vector<std::string> shortNames(ArrayRef<BaseUnit> Units) {
  size_t Common = Units.empty() ? 0 : Units.front().Name.size();
  for (const BaseUnit &U : Units) {
    size_t I = 0;
    while (I < Common && I < U.Name.size() &&
           U.Name[I] == Units.front().Name[I])
      ++I;
    Common = I;
  }
  std::vector<std::string> Names;
  for (const BaseUnit &U : Units)
    Names.push_back(U.Name.size() > Common && !isDigit(U.Name[Common])
                        ? U.Name.substr(Common)
                        : U.Name);
  return Names;
}

void PortModel::buildPorts() {
  // Models list all ports of their base first: the top layer has them all.
  for (const PortDecl &P :
       Layers.empty() ? ArrayRef<PortDecl>() : Layers.back()->Ports)
    Ports.push_back({P.Name.str(), P.Kind, P.ResultPorts});
  if (Base) {
    std::vector<std::string> Names = shortNames(Base->units());
    std::vector<unsigned> PortOfUnit;
    for (const auto &[Unit, Name] : zip_equal(Base->units(), Names)) {
      std::optional<unsigned> Number;
      for (unsigned I = 0; !Layers.empty() && I < Layers.back()->Ports.size();
           ++I) {
        SmallVector<StringRef, 4> Aliases;
        Layers.back()->Ports[I].LLVMUnits.split(Aliases, ',');
        if (is_contained(Aliases, Unit.Name))
          Number = I;
      }
      if (!Number) {
        // A 65th unit would share the last bit: no model of LLVM has so many.
        Number = std::min<unsigned>(Ports.size(), PortSet::MaxPorts - 1);
        if (Ports.size() < PortSet::MaxPorts)
          Ports.push_back({Name, Unit.Kind});
      }
      PortOfUnit.push_back(*Number);
    }
    Base->numberPorts(PortOfUnit);
  }
  for (unsigned I = 0; I < Ports.size(); ++I)
    if (Ports[I].Kind == PortKind::Port)
      IssuePorts.insert(I);
    else if (Ports[I].Kind == PortKind::BlockingUnit)
      BlockingUnits.insert(I);
}

void PortModel::buildPipeline() {
  auto Get = [&](PipelineParam P) -> SizedValue & {
    return Pipeline[static_cast<unsigned>(P)];
  };
  if (Base) {
    Get(PipelineParam::IssueWidth).Value = Base->issueWidth();
    Get(PipelineParam::ReorderBuffer).Value = Base->reorderBuffer();
  }
  for (const ModelTables *L : Layers)
    for (const PipelineValue &V : L->Pipeline)
      Get(V.Param) = {V.Value, {L, V.Source, 0}};
}

void PortModel::describe(StringRef LLVMCpu, const MCSchedModel &SM) {
  std::string LLVMPart;
  if (!LLVMCpu.empty()) {
    StringRef Core = modelWrittenFor(SM);
    LLVMPart =
        "LLVM's scheduling model of " + (Core.empty() ? LLVMCpu : Core).str();
    if (!isModelNative(SM, Cpu) && !Core.empty() &&
        (Layers.empty() || Layers.back()->Base == "any"))
      BorrowedFrom = Core.str();
  }
  for (const ModelTables *L : reverse(Layers))
    if (L->Base != "any" || L == Layers.back())
      Description += (Description.empty() ? "" : " over ") + L->File.str();
  if (!LLVMPart.empty())
    Description += (Description.empty() ? "" : " over ") + LLVMPart;
  if (!BorrowedFrom.empty())
    Description += ", borrowed: LLVM has none of its own for " + Cpu;
}

bool PortModel::isDescribed(unsigned Opcode) const {
  return Base ? Base->isDescribed(Opcode)
              : !instrInfo().get(Opcode).hasUnmodeledSideEffects();
}

unsigned PortModel::opcodeByName(StringRef Name) const {
  return findOpcode(MII, Name);
}

static bool poolContains(const ModelTables &L, uint32_t Begin, uint32_t End,
                         unsigned Opcode) {
  ArrayRef<uint32_t> Range = L.OpcodePool.slice(Begin, End - Begin);
  return std::binary_search(Range.begin(), Range.end(), Opcode);
}

/// Whether a condition of a rule, -1 = none, holds.
static bool holds(int8_t Wanted, bool Value) {
  return Wanted < 0 || Wanted == int8_t(Value);
}

static bool applies(const ModelTables &, const MemoryRule &R,
                    const PortModel::AccessShape &A) {
  return holds(R.Vector, A.IsVector) && holds(R.Indexed, A.IsIndexed) &&
         holds(R.Gather, A.IsGather) && holds(R.Chase, A.IsChase) &&
         holds(R.Scaled, A.IsScaled) && holds(R.Complex, A.IsComplex) &&
         holds(R.Update, A.IsUpdate) && A.Width >= R.MinWidth &&
         A.Width <= R.MaxWidth;
}

static bool applies(const ModelTables &L, const MemoryRule &R,
                    const PortModel::ForwardingShape &S) {
  return applies(L, R, S.Load) && holds(R.Partial, S.IsPartial) &&
         holds(R.FromVector, S.IsFromVector) && holds(R.Shifted, S.IsShifted) &&
         holds(R.StoreIndexed, S.IsFromIndexed) &&
         holds(R.WholeWords, S.IsOfWholeWords) &&
         holds(R.SameOperand, S.HasSameOperand) &&
         holds(R.SameWidth, S.Load.Width == S.StoreWidth) &&
         holds(R.OnStack, S.IsOnStack) && holds(R.Computes, S.Computes) &&
         holds(R.SignExtended, S.IsSignExtended) &&
         holds(R.FromComputed, S.IsFromComputed) &&
         holds(R.PcRelative, S.IsPcRelative) &&
         S.StoreWidth >= R.MinStoreWidth && S.StoreWidth <= R.MaxStoreWidth &&
         S.Distance >= R.MinDistance && S.Distance <= R.MaxDistance &&
         holds(R.Newest, S.IsNewest) && S.StoresBetween <= R.MaxStores &&
         (R.OpcodesBegin == R.OpcodesEnd ||
          poolContains(L, R.OpcodesBegin, R.OpcodesEnd, S.LoadOpcode));
}

template <typename Shape>
static std::optional<PortModel::LayeredRule>
findRule(ArrayRef<const ModelTables *> Layers,
         ArrayRef<MemoryRule> ModelTables::*Rules, const Shape &S) {
  for (const ModelTables *L : reverse(Layers))
    for (const MemoryRule &R : reverse(L->*Rules))
      if (applies(*L, R, S))
        return PortModel::LayeredRule{L, &R};
  return std::nullopt;
}

std::optional<PortModel::LayeredRule>
PortModel::loadRule(const AccessShape &A) const {
  return findRule(Layers, &ModelTables::Loads, A);
}

std::optional<PortModel::LayeredRule>
PortModel::storeRule(const AccessShape &A) const {
  return findRule(Layers, &ModelTables::Stores, A);
}

std::optional<PortModel::LayeredRule>
PortModel::forwardingRule(const ForwardingShape &S) const {
  return findRule(Layers, &ModelTables::Forwarding, S);
}

/// The rule of the topmost layer that has one.
static std::optional<PortModel::LayeredRule>
topmostRule(ArrayRef<const ModelTables *> Layers, bool ModelTables::*Has,
            MemoryRule ModelTables::*Rule) {
  for (const ModelTables *L : reverse(Layers))
    if (L->*Has)
      return PortModel::LayeredRule{L, &(L->*Rule)};
  return std::nullopt;
}

std::optional<PortModel::LayeredRule> PortModel::writeBackRule() const {
  return topmostRule(Layers, &ModelTables::HasWriteBack,
                     &ModelTables::WriteBack);
}

std::optional<PortModel::LayeredRule> PortModel::atomicRule() const {
  return topmostRule(Layers, &ModelTables::HasAtomic, &ModelTables::Atomic);
}

std::optional<PortModel::LayeredRule> PortModel::storeCommitRule() const {
  return topmostRule(Layers, &ModelTables::HasStoreCommit,
                     &ModelTables::StoreCommit);
}

std::optional<PortModel::LayeredRule> PortModel::accessPairRule() const {
  return topmostRule(Layers, &ModelTables::HasAccessPair,
                     &ModelTables::AccessPair);
}

std::optional<PortModel::LayeredRule> PortModel::updateExtraRule() const {
  return topmostRule(Layers, &ModelTables::HasUpdateExtra,
                     &ModelTables::UpdateExtra);
}

std::pair<const ModelTables *, const LineCrossingRule *>
PortModel::lineCrossingRule() const {
  for (const ModelTables *L : reverse(Layers))
    if (L->HasLineCrossing)
      return {L, &L->LineCrossing};
  return {};
}

const ExecutedWidthRule *PortModel::executedWidthRule() const {
  for (const ModelTables *L : reverse(Layers))
    if (L->ExecutedWidth.PerCycle != 0)
      return &L->ExecutedWidth;
  return nullptr;
}

const AliasingRule *PortModel::aliasingRule() const {
  for (const ModelTables *L : reverse(Layers))
    if (L->HasAliasing)
      return &L->Aliasing;
  return nullptr;
}

PortSet PortModel::portsBesideAccess(PortSet Ports) const {
  for (const ModelTables *L : reverse(Layers))
    if (L->MemoryOperand.Of != 0)
      return Ports.bits() == L->MemoryOperand.Of
                 ? PortSet(L->MemoryOperand.Ports)
                 : Ports;
  return Ports;
}

std::pair<const ModelTables *, const CacheTables *> PortModel::caches() const {
  for (const ModelTables *L : reverse(Layers))
    if (L->Caches)
      return {L, L->Caches};
  return {};
}

const ModelTables *PortModel::microFusion() const {
  for (const ModelTables *L : reverse(Layers))
    if (L->HasMicroFusion)
      return L;
  return nullptr;
}

const ModelTables *PortModel::macroFusion() const {
  // The strongest layer that speaks of fusion says all of it.
  for (const ModelTables *L : reverse(Layers))
    if (!L->MacroFusion.empty())
      return L;
  return nullptr;
}

void PortModel::findFacts(unsigned Opcode, OpcodeFacts &F) const {
  for (const ModelTables *L : reverse(Layers)) {
    auto Row = llvm::lower_bound(
        L->Opcodes, Opcode,
        [](const OpcodeCandidates &C, unsigned O) { return C.Opcode < O; });
    if (Row == L->Opcodes.end() || Row->Opcode != Opcode)
      continue;
    for (uint16_t Id : reverse(L->Candidates.slice(Row->First, Row->Count)))
      F.Entries.push_back({L, &L->Entries[Id]});
  }
  if (const ModelTables *L = microFusion())
    F.IsUnlaminated =
        poolContains(*L, L->UnlaminateBegin, L->UnlaminateEnd, Opcode);
  if (const ModelTables *L = macroFusion())
    F.StartsFusion = any_of(L->MacroFusion, [&](const MacroFusionRule &R) {
      return poolContains(*L, R.FirstBegin, R.FirstEnd, Opcode);
    });
}

const MacroFusionRule *
PortModel::macroFusionRule(unsigned First, unsigned Second, unsigned Condition,
                           bool HasResult, unsigned Obstacles) const {
  if (!mayStartMacroFusion(First))
    return nullptr;
  const ModelTables &L = *macroFusion();
  auto Rule = find_if(L.MacroFusion, [&](const MacroFusionRule &R) {
    return (Condition > 15 || (R.Conditions >> Condition & 1)) &&
           !(R.NoResult && HasResult) && !(R.NotWith & Obstacles) &&
           poolContains(L, R.FirstBegin, R.FirstEnd, First) &&
           poolContains(L, R.SecondBegin, R.SecondEnd, Second);
  });
  return Rule == L.MacroFusion.end() ? nullptr : Rule;
}

int PortModel::findBypass(unsigned Writer, unsigned Reader) const {
  int Gain = 0, Delay = 0;
  for (const BypassRule &R : Bypasses->Bypasses)
    if ((Writer == AnyWriter
             ? R.Gain > 0
             : poolContains(*Bypasses, R.FromBegin, R.FromEnd, Writer)) &&
        poolContains(*Bypasses, R.ToBegin, R.ToEnd, Reader)) {
      Gain = std::max<int>(Gain, R.Gain);
      Delay = std::max<int>(Delay, -R.Gain);
    }
  return Gain != 0 ? Gain : -Delay;
}

ArrayRef<SchedulerDecl> PortModel::schedulers() const {
  for (const ModelTables *L : reverse(Layers))
    if (!L->Schedulers.empty())
      return L->Schedulers;
  return {};
}

ArrayRef<RenameLimit> PortModel::renameLimits() const {
  for (const ModelTables *L : reverse(Layers))
    if (!L->RenameLimits.empty())
      return L->RenameLimits;
  return {};
}

bool PortModel::isLengthChanging(unsigned Opcode) const {
  for (const ModelTables *L : reverse(Layers))
    if (L->HasLengthChanging)
      return poolContains(*L, L->LengthChangingBegin, L->LengthChangingEnd,
                          Opcode);
  return false;
}

PortChoice PortModel::portChoice() const {
  for (const ModelTables *L : reverse(Layers))
    if (L->Choice != PortChoice::Unknown)
      return L->Choice;
  return PortChoice::Unknown;
}

const ModelTables *PortModel::compat() const {
  for (const ModelTables *L : reverse(Layers))
    if (L->HasCompat)
      return L;
  return nullptr;
}

std::vector<CpuSupport> kernelbounds::listCpus(const Target &T,
                                               const Triple &TT) {
  std::vector<CpuSupport> All;
  std::unique_ptr<MCSubtargetInfo> STI(T.createMCSubtargetInfo(TT, "", ""));
  if (!STI)
    return All;
  for (const SubtargetSubTypeKV &P : STI->getAllProcessorDescriptions()) {
    const MCSchedModel &SM = STI->getSchedModelForCPU(P.Key);
    const ModelTables *M = findShippedFor(targetName(TT), P.Key);
    bool Has = SM.hasInstrSchedModel();
    StringRef Core =
        Has ? modelWrittenFor(SM)
            : modelWrittenFor(STI->getSchedModelForCPU(fallbackCpu(TT)));
    All.push_back({P.Key, M ? M->Name : StringRef(), Core,
                   !Has || !isModelNative(SM, P.Key), Has});
  }
  return All;
}

//===- ModelCompiler.cpp - Model files to constant tables -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The build tool `kb-model-compiler OUT.cpp MODEL.yaml...`: reads the shipped
/// models and writes them as constant data, so that neither the plugin nor the
/// tool parses YAML at start. Not installed.
//
//===----------------------------------------------------------------------===//

#include "TargetInfo.h"
#include "kernel-bounds/Model/ModelLoader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Writes values as C++ source; structs with the names of their fields.
class ValueWriter {
public:
  explicit ValueWriter(raw_ostream &OS) : OS(OS) {}

  void write(StringRef S) {
    OS << "StringLiteral(\"";
    OS.write_escaped(S, /*UseHexEscapes=*/false);
    OS << "\")";
  }
  void write(uint64_t Bits) { OS << Bits << "ull"; }
  void write(bool B) { OS << (B ? "true" : "false"); }
  template <typename T>
  std::enable_if_t<std::is_integral_v<T>> write(const T &Number) {
    OS << int64_t(Number);
  }
  void write(UopKind K) { writeEnum("UopKind", unsigned(K)); }
  void write(PortKind K) { writeEnum("PortKind", unsigned(K)); }
  void write(PipelineParam P) { writeEnum("PipelineParam", unsigned(P)); }
  void write(EntryCondition C) { writeEnum("EntryCondition", unsigned(C)); }
  void write(ReplacementKind K) { writeEnum("ReplacementKind", unsigned(K)); }
  void write(PrefetchKind K) { writeEnum("PrefetchKind", unsigned(K)); }
  void write(PortChoice C) { writeEnum("PortChoice", unsigned(C)); }
  void write(const SourceDecl &S);
  void write(const PortDecl &S);
  void write(const PipelineValue &S);
  void write(const SchedulerDecl &S);
  void write(const MemoryRule &S);
  void write(const LineCrossingRule &S);
  void write(const ExecutedWidthRule &S);
  void write(const RenameLimit &S);
  void write(const AliasingRule &S);
  void write(const MemoryOperandRule &S);
  void write(const UopSpec &S);
  void write(const LatencySpec &S);
  void write(const InstEntry &S);
  void write(const OpcodeCandidates &S);
  void write(const MacroFusionRule &S);
  void write(const BypassRule &S);
  void write(const ReplacementSpec &S);
  void write(const CacheLevelSpec &S);
  void write(const TlbSpec &S);
  void write(const PrefetcherSpec &S);
  void write(const MemorySpec &S);
  void write(const PageWalkSpec &S);

private:
  void writeEnum(StringRef Type, unsigned Value) {
    OS << Type << '(' << Value << ')';
  }
  /// `Rest` is one name and one value after the other.
  template <typename T, typename... More>
  void writeFields(StringLiteral Name, const T &Value, const More &...Rest) {
    OS << '.' << Name << '=';
    write(Value);
    if constexpr (sizeof...(Rest) != 0) {
      OS << ',';
      writeFields(Rest...);
    }
  }
  template <typename... Pairs> void writeStruct(const Pairs &...P) {
    OS << '{';
    writeFields(P...);
    OS << '}';
  }

  raw_ostream &OS;
};

} // namespace

// Each binding names all fields of its struct: one that is added does not
// compile until it is written.

void ValueWriter::write(const SourceDecl &S) {
  const auto &[Name, Text, Spread] = S;
  writeStruct(StringLiteral("Name"), Name, StringLiteral("Text"), Text,
              StringLiteral("Spread"), Spread);
}

void ValueWriter::write(const PortDecl &S) {
  const auto &[Name, LLVMUnits, Kind, ResultPorts] = S;
  writeStruct(StringLiteral("Name"), Name, StringLiteral("LLVMUnits"),
              LLVMUnits, StringLiteral("Kind"), Kind,
              StringLiteral("ResultPorts"), ResultPorts);
}

void ValueWriter::write(const PipelineValue &S) {
  const auto &[Param, Value, Source] = S;
  writeStruct(StringLiteral("Param"), Param, StringLiteral("Value"), Value,
              StringLiteral("Source"), Source);
}

void ValueWriter::write(const SchedulerDecl &S) {
  const auto &[Ports, Entries, PerCycle, CrowdedFrom, WaitStep, OneResult,
               ResultsInTurn, ByRoom, Queue, Release, ThirdOperand, Source] = S;
  writeStruct(StringLiteral("Ports"), Ports, StringLiteral("Entries"), Entries,
              StringLiteral("PerCycle"), PerCycle, StringLiteral("CrowdedFrom"),
              CrowdedFrom, StringLiteral("WaitStep"), WaitStep,
              StringLiteral("OneResult"), OneResult,
              StringLiteral("ResultsInTurn"), ResultsInTurn,
              StringLiteral("ByRoom"), ByRoom, StringLiteral("Queue"), Queue,
              StringLiteral("Release"), Release, StringLiteral("ThirdOperand"),
              ThirdOperand, StringLiteral("Source"), Source);
}

void ValueWriter::write(const RenameLimit &S) {
  const auto &[Ports, MicroOps, LoadsOnly, Source] = S;
  writeStruct(StringLiteral("Ports"), Ports, StringLiteral("MicroOps"),
              MicroOps, StringLiteral("LoadsOnly"), LoadsOnly,
              StringLiteral("Source"), Source);
}

void ValueWriter::write(const MemoryRule &S) {
  const auto &[Vector, Indexed, Gather, Partial, FromVector, Shifted,
               SameOperand, SameWidth, OnStack, Update, Computes, SignExtended,
               Newest, StoreIndexed, WholeWords, FromComputed, PcRelative,
               Chase, Scaled, Complex, MinWidth, MaxWidth, MinStoreWidth,
               MaxStoreWidth, MinDistance, MaxDistance, MaxStores, OpcodesBegin,
               OpcodesEnd, Latency, Expected, Crowded, FirstUop, NumUops,
               Source, Line] = S;
  writeStruct(
      StringLiteral("Vector"), Vector, StringLiteral("Indexed"), Indexed,
      StringLiteral("Gather"), Gather, StringLiteral("Partial"), Partial,
      StringLiteral("FromVector"), FromVector, StringLiteral("Shifted"),
      Shifted, StringLiteral("SameOperand"), SameOperand,
      StringLiteral("SameWidth"), SameWidth, StringLiteral("OnStack"), OnStack,
      StringLiteral("Update"), Update, StringLiteral("Computes"), Computes,
      StringLiteral("SignExtended"), SignExtended, StringLiteral("Newest"),
      Newest, StringLiteral("StoreIndexed"), StoreIndexed,
      StringLiteral("WholeWords"), WholeWords, StringLiteral("FromComputed"),
      FromComputed, StringLiteral("PcRelative"), PcRelative,
      StringLiteral("Chase"), Chase, StringLiteral("Scaled"), Scaled,
      StringLiteral("Complex"), Complex, StringLiteral("MinWidth"), MinWidth,
      StringLiteral("MaxWidth"), MaxWidth, StringLiteral("MinStoreWidth"),
      MinStoreWidth, StringLiteral("MaxStoreWidth"), MaxStoreWidth,
      StringLiteral("MinDistance"), MinDistance, StringLiteral("MaxDistance"),
      MaxDistance, StringLiteral("MaxStores"), MaxStores,
      StringLiteral("OpcodesBegin"), OpcodesBegin, StringLiteral("OpcodesEnd"),
      OpcodesEnd, StringLiteral("Latency"), Latency, StringLiteral("Expected"),
      Expected, StringLiteral("Crowded"), Crowded, StringLiteral("FirstUop"),
      FirstUop, StringLiteral("NumUops"), NumUops, StringLiteral("Source"),
      Source, StringLiteral("Line"), Line);
}

void ValueWriter::write(const LineCrossingRule &S) {
  const auto &[LoadCycles, StoreCycles, StoreEvery, CommitCycles,
               PageLoadCycles, PageStoreCycles, IsApart, Source, Line] = S;
  writeStruct(StringLiteral("LoadCycles"), LoadCycles,
              StringLiteral("StoreCycles"), StoreCycles,
              StringLiteral("StoreEvery"), StoreEvery,
              StringLiteral("CommitCycles"), CommitCycles,
              StringLiteral("PageLoadCycles"), PageLoadCycles,
              StringLiteral("PageStoreCycles"), PageStoreCycles,
              StringLiteral("IsApart"), IsApart, StringLiteral("Source"),
              Source, StringLiteral("Line"), Line);
}

void ValueWriter::write(const ExecutedWidthRule &S) {
  const auto &[Ports, PerCycle, Slots, Source] = S;
  writeStruct(StringLiteral("Ports"), Ports, StringLiteral("PerCycle"),
              PerCycle, StringLiteral("Slots"), Slots, StringLiteral("Source"),
              Source);
}

void ValueWriter::write(const AliasingRule &S) {
  const auto &[Bits, Cycles, SameStart, SureBits, InFlight, Source, Line] = S;
  writeStruct(StringLiteral("Bits"), Bits, StringLiteral("Cycles"), Cycles,
              StringLiteral("SameStart"), SameStart, StringLiteral("SureBits"),
              SureBits, StringLiteral("InFlight"), InFlight,
              StringLiteral("Source"), Source, StringLiteral("Line"), Line);
}

void ValueWriter::write(const MemoryOperandRule &S) {
  const auto &[Of, Ports, Source] = S;
  writeStruct(StringLiteral("Of"), Of, StringLiteral("Ports"), Ports,
              StringLiteral("Source"), Source);
}

void ValueWriter::write(const UopSpec &S) {
  const auto &[Ports, Cycles, Expected, Count, Kind] = S;
  writeStruct(StringLiteral("Ports"), Ports, StringLiteral("Cycles"), Cycles,
              StringLiteral("Expected"), Expected, StringLiteral("Count"),
              Count, StringLiteral("Kind"), Kind);
}

void ValueWriter::write(const LatencySpec &S) {
  const auto &[Data, Accumulator, Merge, Mask, Flags, High, Index, ToFlags,
               ToHigh, Expected] = S;
  writeStruct(StringLiteral("Data"), Data, StringLiteral("Accumulator"),
              Accumulator, StringLiteral("Merge"), Merge, StringLiteral("Mask"),
              Mask, StringLiteral("Flags"), Flags, StringLiteral("High"), High,
              StringLiteral("Index"), Index, StringLiteral("ToFlags"), ToFlags,
              StringLiteral("ToHigh"), ToHigh, StringLiteral("Expected"),
              Expected);
}

void ValueWriter::write(const InstEntry &S) {
  const auto &[FirstUop, NumUops, Source, Latency, When, Attrs, IssueSlots,
               Conditions, Line] = S;
  writeStruct(StringLiteral("FirstUop"), FirstUop, StringLiteral("NumUops"),
              NumUops, StringLiteral("Source"), Source,
              StringLiteral("Latency"), Latency, StringLiteral("When"), When,
              StringLiteral("Attrs"), Attrs, StringLiteral("IssueSlots"),
              IssueSlots, StringLiteral("Conditions"), Conditions,
              StringLiteral("Line"), Line);
}

void ValueWriter::write(const OpcodeCandidates &S) {
  const auto &[Opcode, First, Count] = S;
  writeStruct(StringLiteral("Opcode"), Opcode, StringLiteral("First"), First,
              StringLiteral("Count"), Count);
}

void ValueWriter::write(const MacroFusionRule &S) {
  const auto &[FirstBegin, FirstEnd, SecondBegin, SecondEnd, Conditions, Source,
               NoResult, NotWith, Ports] = S;
  writeStruct(StringLiteral("FirstBegin"), FirstBegin,
              StringLiteral("FirstEnd"), FirstEnd, StringLiteral("SecondBegin"),
              SecondBegin, StringLiteral("SecondEnd"), SecondEnd,
              StringLiteral("Conditions"), Conditions, StringLiteral("Source"),
              Source, StringLiteral("NoResult"), NoResult,
              StringLiteral("NotWith"), NotWith, StringLiteral("Ports"), Ports);
}

void ValueWriter::write(const BypassRule &S) {
  const auto &[FromBegin, FromEnd, ToBegin, ToEnd, Gain, Source] = S;
  writeStruct(StringLiteral("FromBegin"), FromBegin, StringLiteral("FromEnd"),
              FromEnd, StringLiteral("ToBegin"), ToBegin,
              StringLiteral("ToEnd"), ToEnd, StringLiteral("Gain"), Gain,
              StringLiteral("Source"), Source);
}

void ValueWriter::write(const ReplacementSpec &S) {
  const auto &[Kind, Hit3, Hit2, Insert, Choice, Update, OnMissOnly] = S;
  writeStruct(StringLiteral("Kind"), Kind, StringLiteral("Hit3"), Hit3,
              StringLiteral("Hit2"), Hit2, StringLiteral("Insert"), Insert,
              StringLiteral("Choice"), Choice, StringLiteral("Update"), Update,
              StringLiteral("OnMissOnly"), OnMissOnly);
}

void ValueWriter::write(const CacheLevelSpec &S) {
  const auto &[Sets, Ways, LineBytes, Replacement, Latency, MissBuffers,
               Bandwidth, WriteBandwidth, IsVictim, NoWriteAllocate,
               IsWriteThrough, Banks, BankBytes, Source, Line] = S;
  writeStruct(
      StringLiteral("Sets"), Sets, StringLiteral("Ways"), Ways,
      StringLiteral("LineBytes"), LineBytes, StringLiteral("Replacement"),
      Replacement, StringLiteral("Latency"), Latency,
      StringLiteral("MissBuffers"), MissBuffers, StringLiteral("Bandwidth"),
      Bandwidth, StringLiteral("WriteBandwidth"), WriteBandwidth,
      StringLiteral("IsVictim"), IsVictim, StringLiteral("NoWriteAllocate"),
      NoWriteAllocate, StringLiteral("IsWriteThrough"), IsWriteThrough,
      StringLiteral("Banks"), Banks, StringLiteral("BankBytes"), BankBytes,
      StringLiteral("Source"), Source, StringLiteral("Line"), Line);
}

void ValueWriter::write(const TlbSpec &S) {
  const auto &[Sets, Ways, Latency, Source] = S;
  writeStruct(StringLiteral("Sets"), Sets, StringLiteral("Ways"), Ways,
              StringLiteral("Latency"), Latency, StringLiteral("Source"),
              Source);
}

void ValueWriter::write(const PrefetcherSpec &S) {
  const auto &[Kind, Level, Distance, Degree, Entries, CrossesPages, AfterPages,
               Patience, Source] = S;
  writeStruct(
      StringLiteral("Kind"), Kind, StringLiteral("Level"), Level,
      StringLiteral("Distance"), Distance, StringLiteral("Degree"), Degree,
      StringLiteral("Entries"), Entries, StringLiteral("CrossesPages"),
      CrossesPages, StringLiteral("AfterPages"), AfterPages,
      StringLiteral("Patience"), Patience, StringLiteral("Source"), Source);
}

void ValueWriter::write(const MemorySpec &S) {
  const auto &[Latency, Bandwidth, WriteBandwidth, Source] = S;
  writeStruct(StringLiteral("Latency"), Latency, StringLiteral("Bandwidth"),
              Bandwidth, StringLiteral("WriteBandwidth"), WriteBandwidth,
              StringLiteral("Source"), Source);
}

void ValueWriter::write(const PageWalkSpec &S) {
  const auto &[Latency, Walkers, Source] = S;
  writeStruct(StringLiteral("Latency"), Latency, StringLiteral("Walkers"),
              Walkers, StringLiteral("Source"), Source);
}

namespace {

/// Writes one model's arrays and its ModelTables.
class TableWriter {
public:
  TableWriter(raw_ostream &OS, const ModelTables &T, unsigned Index)
      : OS(OS), Values(OS), T(T), Prefix(("M" + Twine(Index) + "_").str()) {}

  void write() {
    array("StringRef", "Cpus", T.Cpus);
    array("SourceDecl", "Sources", T.Sources);
    array("PortDecl", "Ports", T.Ports);
    array("PipelineValue", "Pipeline", T.Pipeline);
    array("SchedulerDecl", "Schedulers", T.Schedulers);
    array("RenameLimit", "RenameLimits", T.RenameLimits);
    array("MemoryRule", "Loads", T.Loads);
    array("MemoryRule", "Stores", T.Stores);
    array("MemoryRule", "Forwarding", T.Forwarding);
    array("UopSpec", "Uops", T.Uops);
    array("InstEntry", "Entries", T.Entries);
    array("uint16_t", "Candidates", T.Candidates);
    array("OpcodeCandidates", "Opcodes", T.Opcodes);
    array("uint32_t", "OpcodePool", T.OpcodePool);
    array("MacroFusionRule", "MacroFusion", T.MacroFusion);
    array("BypassRule", "Bypasses", T.Bypasses);
    if (T.Caches)
      caches(*T.Caches);
    tables();
  }

private:
  template <typename Item>
  void array(StringRef Type, StringRef Name, ArrayRef<Item> Items) {
    if (Items.empty())
      return;
    OS << "constexpr " << Type << ' ' << Prefix << Name << "[] = {";
    interleave(
        Items, OS, [&](const Item &I) { Values.write(I); }, ",\n");
    OS << "};\n";
  }
  template <typename Item> void view(StringRef Name, ArrayRef<Item> Items) {
    OS << "  ." << Name << " = ";
    if (Items.empty())
      OS << "{},\n";
    else
      OS << Prefix << Name << ",\n";
  }
  template <typename Item> void field(StringRef Name, const Item &Value) {
    OS << "  ." << Name << " = ";
    Values.write(Value);
    OS << ",\n";
  }
  void caches(const CacheTables &C) {
    array("CacheLevelSpec", "CacheLevels", C.Levels);
    array("TlbSpec", "Tlbs", C.Tlbs);
    array("PrefetcherSpec", "Prefetchers", C.Prefetchers);
    OS << "constexpr CacheTables " << Prefix << "Caches = {\n";
    OS << "  .Levels = " << Prefix << "CacheLevels,\n";
    view("Tlbs", C.Tlbs);
    view("Prefetchers", C.Prefetchers);
    field("Memory", C.Memory);
    field("PageWalk", C.PageWalk);
    OS << "};\n";
  }
  void tables() {
    OS << "constexpr ModelTables " << Prefix << "Tables = {\n";
    field("Name", T.Name);
    field("File", T.File);
    field("Target", T.Target);
    field("Base", T.Base);
    field("LLVMBase", T.LLVMBase);
    view("Cpus", T.Cpus);
    view("Sources", T.Sources);
    view("Ports", T.Ports);
    view("Pipeline", T.Pipeline);
    view("Schedulers", T.Schedulers);
    view("RenameLimits", T.RenameLimits);
    view("Loads", T.Loads);
    view("Stores", T.Stores);
    view("Forwarding", T.Forwarding);
    view("Uops", T.Uops);
    view("Entries", T.Entries);
    view("Candidates", T.Candidates);
    view("Opcodes", T.Opcodes);
    view("OpcodePool", T.OpcodePool);
    view("MacroFusion", T.MacroFusion);
    view("Bypasses", T.Bypasses);
    field("HasWriteBack", T.HasWriteBack);
    field("HasAtomic", T.HasAtomic);
    field("HasMicroFusion", T.HasMicroFusion);
    field("HasLineCrossing", T.HasLineCrossing);
    field("HasStoreCommit", T.HasStoreCommit);
    field("HasAccessPair", T.HasAccessPair);
    field("HasUpdateExtra", T.HasUpdateExtra);
    field("HasAliasing", T.HasAliasing);
    field("FuseLoadOp", T.FuseLoadOp);
    field("FuseStore", T.FuseStore);
    field("UnlaminateBegin", T.UnlaminateBegin);
    field("UnlaminateEnd", T.UnlaminateEnd);
    field("MicroFusionSource", T.MicroFusionSource);
    field("WriteBack", T.WriteBack);
    field("Atomic", T.Atomic);
    field("StoreCommit", T.StoreCommit);
    field("AccessPair", T.AccessPair);
    field("UpdateExtra", T.UpdateExtra);
    field("LineCrossing", T.LineCrossing);
    field("ExecutedWidth", T.ExecutedWidth);
    field("Aliasing", T.Aliasing);
    field("MemoryOperand", T.MemoryOperand);
    OS << "  .Caches = "
       << (T.Caches ? ("&" + Twine(Prefix) + "Caches").str() : "nullptr")
       << ",\n";
    field("HasCompat", T.HasCompat);
    field("CompatLoadLatency", T.CompatLoadLatency);
    field("CompatStoreLatency", T.CompatStoreLatency);
    field("CompatSource", T.CompatSource);
    field("CompatFirstUop", T.CompatFirstUop);
    field("CompatNumUops", T.CompatNumUops);
    field("Choice", T.Choice);
    field("ChoiceSource", T.ChoiceSource);
    field("HasLengthChanging", T.HasLengthChanging);
    field("LengthChangingBegin", T.LengthChangingBegin);
    field("LengthChangingEnd", T.LengthChangingEnd);
    field("LengthChangingSource", T.LengthChangingSource);
    field("NumTargetOpcodes", T.NumTargetOpcodes);
    OS << "};\n";
  }

  raw_ostream &OS;
  ValueWriter Values;
  const ModelTables &T;
  std::string Prefix;
};

} // namespace

namespace {

/// Loads the files of a list, each after the one that its `base` names.
class ModelSet {
public:
  Error load(ArrayRef<StringRef> Paths);
  std::vector<std::unique_ptr<ModelStorage>> Models;

private:
  struct File {
    std::unique_ptr<MemoryBuffer> Text;
    std::string Shown; ///< As provenance names it.
    ModelHeader Header;
    enum { New, Loading, Loaded } State = New;
  };
  Error loadOne(File &F);
  const ModelTables *find(StringRef Name) const;

  TargetInfo Targets;
  std::vector<File> Files;
};

} // namespace

const ModelTables *ModelSet::find(StringRef Name) const {
  for (const auto &M : Models)
    if (M->Tables.Name == Name)
      return &M->Tables;
  return nullptr;
}

Error ModelSet::loadOne(File &F) {
  if (F.State == File::Loaded)
    return Error::success();
  if (F.State == File::Loading)
    return createStringError(F.Shown + ": the model has itself as its base");
  F.State = File::Loading;
  // A base of the file's own name is LLVM's CPU.
  if (F.Header.Base != F.Header.Name)
    for (File &Base : Files)
      if (Base.Header.Name == F.Header.Base)
        if (Error E = loadOne(Base))
          return E;
  auto Find = [this](StringRef Name) { return find(Name); };
  ModelLoaderContext Context = Targets.loaderContext(Find);
  auto Model = loadModel(F.Text->getBuffer(), F.Shown, Context);
  if (!Model)
    return Model.takeError();
  if (find((*Model)->Tables.Name))
    return createStringError(F.Shown + ": a second model of the name '" +
                             (*Model)->Tables.Name + "'");
  Models.push_back(std::move(*Model));
  F.State = File::Loaded;
  return Error::success();
}

Error ModelSet::load(ArrayRef<StringRef> Paths) {
  for (StringRef Path : Paths) {
    auto Text = MemoryBuffer::getFile(Path);
    if (!Text)
      return createFileError(Path, Text.getError());
    // Provenance names the file as users know it, not the build's path.
    std::string Shown = ("models/" + sys::path::filename(Path)).str();
    auto Header = readModelHeader((*Text)->getBuffer(), Shown);
    if (!Header)
      return Header.takeError();
    Files.push_back({std::move(*Text), Shown, std::move(*Header)});
  }
  for (File &F : Files)
    if (Error E = loadOne(F))
      return E;
  return Error::success();
}

static Error compileModels(StringRef Out, ArrayRef<StringRef> Files) {
  ModelSet Set;
  if (Error E = Set.load(Files))
    return E;
  std::vector<std::unique_ptr<ModelStorage>> &Models = Set.Models;
  llvm::sort(Models, [](const auto &A, const auto &B) {
    return A->Tables.Name < B->Tables.Name;
  });
  std::error_code EC;
  ToolOutputFile File(Out, EC, sys::fs::OF_Text);
  if (EC)
    return createFileError(Out, EC);
  raw_ostream &OS = File.os();
  OS << "// Made by kb-model-compiler from models/*.yaml.\n"
        "#include \"kernel-bounds/Model/CacheTables.h\"\n"
        "#include \"kernel-bounds/Model/ModelTables.h\"\n"
        "using namespace kernelbounds;\n"
        "using llvm::StringLiteral;\nusing llvm::StringRef;\n"
        "namespace {\n";
  for (const auto &[I, M] : enumerate(Models))
    TableWriter(OS, M->Tables, I).write();
  OS << "constexpr const ModelTables *All[] = {";
  for (unsigned I = 0; I < Models.size(); ++I)
    OS << "&M" << I << "_Tables,";
  OS << "};\n} // namespace\n"
        "llvm::ArrayRef<const ModelTables *> kernelbounds::shippedModels() "
        "{ return All; }\n";
  File.keep();
  return Error::success();
}

int main(int argc, char **argv) {
  if (argc < 3) {
    errs() << "usage: kb-model-compiler OUT.cpp MODEL.yaml...\n";
    return 2;
  }
  InitializeAllTargetInfos();
  InitializeAllTargetMCs();
  SmallVector<StringRef> Files(argv + 2, argv + argc);
  if (Error E = compileModels(argv[1], Files)) {
    errs() << "kb-model-compiler: error: " << toString(std::move(E)) << '\n';
    return 1;
  }
  return 0;
}

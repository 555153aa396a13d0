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

/// Writes one model's arrays and its ModelTables.
class TableWriter {
public:
  TableWriter(raw_ostream &OS, const ModelTables &T, unsigned Index)
      : OS(OS), T(T), Prefix(("M" + Twine(Index) + "_").str()) {}

  void write() {
    array("StringRef", "Cpus", T.Cpus, [&](StringRef S) { text(S); });
    array("SourceDecl", "Sources", T.Sources, [&](const SourceDecl &S) {
      OS << '{';
      text(S.Name);
      OS << ',';
      text(S.Text);
      OS << '}';
    });
    array("PortDecl", "Ports", T.Ports, [&](const PortDecl &P) {
      OS << '{';
      text(P.Name);
      OS << ',';
      text(P.LLVMUnits);
      OS << ",PortKind(" << unsigned(P.Kind) << ")}";
    });
    array("PipelineValue", "Pipeline", T.Pipeline, [&](const PipelineValue &P) {
      OS << "{PipelineParam(" << unsigned(P.Param) << ")," << P.Value << ','
         << P.Source << '}';
    });
    array("SchedulerDecl", "Schedulers", T.Schedulers,
          [&](const SchedulerDecl &D) {
            OS << '{' << D.Ports << "ull," << D.Entries << ',' << D.Source
               << '}';
          });
    array("MemoryRule", "Loads", T.Loads,
          [&](const MemoryRule &R) { rule(R); });
    array("MemoryRule", "Stores", T.Stores,
          [&](const MemoryRule &R) { rule(R); });
    array("MemoryRule", "Forwarding", T.Forwarding,
          [&](const MemoryRule &R) { rule(R); });
    array("UopSpec", "Uops", T.Uops, [&](const UopSpec &U) {
      OS << '{' << U.Ports << "ull," << U.Cycles << ',' << unsigned(U.Count)
         << ",UopKind(" << unsigned(U.Kind) << ")}";
    });
    array("InstEntry", "Entries", T.Entries,
          [&](const InstEntry &E) { entry(E); });
    array("uint16_t", "Candidates", T.Candidates, [&](uint16_t C) { OS << C; });
    array("OpcodeCandidates", "Opcodes", T.Opcodes,
          [&](const OpcodeCandidates &C) {
            OS << '{' << C.Opcode << ',' << C.First << ',' << C.Count << '}';
          });
    array("uint32_t", "OpcodePool", T.OpcodePool, [&](uint32_t O) { OS << O; });
    array("MacroFusionRule", "MacroFusion", T.MacroFusion,
          [&](const MacroFusionRule &R) {
            OS << '{' << R.FirstBegin << ',' << R.FirstEnd << ','
               << R.SecondBegin << ',' << R.SecondEnd << ',' << R.Conditions
               << ',' << R.Source << ',' << R.NoResult << '}';
          });
    array("BypassRule", "Bypasses", T.Bypasses, [&](const BypassRule &R) {
      OS << '{' << R.FromBegin << ',' << R.FromEnd << ',' << R.ToBegin << ','
         << R.ToEnd << ',' << R.Gain << ',' << R.Source << '}';
    });
    tables();
  }

private:
  void text(StringRef S) {
    OS << "StringLiteral(\"";
    OS.write_escaped(S, /*UseHexEscapes=*/false);
    OS << "\")";
  }
  void rule(const MemoryRule &R) {
    OS << '{' << int(R.Vector) << ',' << int(R.Indexed) << ',' << int(R.Gather)
       << ',' << int(R.Partial) << ',' << int(R.FromVector) << ','
       << int(R.Shifted) << ',' << int(R.SameOperand) << ',' << int(R.OnStack)
       << ',' << int(R.Chase) << ',' << R.MinWidth << ',' << R.MaxWidth << ','
       << R.Latency << ',' << R.FirstUop << ',' << R.NumUops << ',' << R.Source
       << ',' << R.Line << '}';
  }
  void entry(const InstEntry &E) {
    const LatencySpec &L = E.Latency;
    OS << '{' << E.FirstUop << ',' << E.NumUops << ',' << E.Source << ",{"
       << L.Data << ',' << L.Accumulator << ',' << L.Merge << ',' << L.Mask
       << ',' << L.Flags << ',' << L.High << ',' << L.ToFlags << ',' << L.ToHigh
       << "},EntryCondition(" << unsigned(E.When) << ")," << unsigned(E.Attrs)
       << ',' << unsigned(E.IssueSlots) << ',' << E.Conditions << ',' << E.Line
       << '}';
  }
  template <typename T, typename Fn>
  void array(StringRef Type, StringRef Name, ArrayRef<T> Items, Fn Write) {
    if (Items.empty())
      return;
    OS << "constexpr " << Type << ' ' << Prefix << Name << "[] = {";
    interleave(Items, OS, Write, ",\n");
    OS << "};\n";
  }
  template <typename T> void view(StringRef Name, ArrayRef<T> Items) {
    OS << "  ." << Name << " = ";
    if (Items.empty())
      OS << "{},\n";
    else
      OS << Prefix << Name << ",\n";
  }
  void tables() {
    OS << "constexpr ModelTables " << Prefix << "Tables = {\n";
    for (auto [Name, Value] : {std::pair("Name", T.Name),
                               {"File", T.File},
                               {"Target", T.Target},
                               {"Base", T.Base},
                               {"LLVMBase", T.LLVMBase}}) {
      OS << "  ." << Name << " = ";
      text(Value);
      OS << ",\n";
    }
    view("Cpus", T.Cpus);
    view("Sources", T.Sources);
    view("Ports", T.Ports);
    view("Pipeline", T.Pipeline);
    view("Schedulers", T.Schedulers);
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
    OS << "  .HasWriteBack = " << T.HasWriteBack
       << ", .HasAtomic = " << T.HasAtomic
       << ", .HasMicroFusion = " << T.HasMicroFusion
       << ", .HasLineCrossing = " << T.HasLineCrossing
       << ", .FuseLoadOp = " << T.FuseLoadOp << ", .FuseStore = " << T.FuseStore
       << ",\n  .UnlaminateBegin = " << T.UnlaminateBegin
       << ", .UnlaminateEnd = " << T.UnlaminateEnd
       << ", .MicroFusionSource = " << T.MicroFusionSource
       << ",\n  .WriteBack = ";
    rule(T.WriteBack);
    OS << ",\n  .Atomic = ";
    rule(T.Atomic);
    OS << ",\n  .LineCrossing = {" << unsigned(T.LineCrossing.LoadCycles)
       << ", " << unsigned(T.LineCrossing.StoreCycles) << ", "
       << T.LineCrossing.Source << ", " << T.LineCrossing.Line << "}";
    OS << ",\n  .HasCompat = " << T.HasCompat
       << ", .CompatLoadLatency = " << T.CompatLoadLatency
       << ", .CompatStoreLatency = " << T.CompatStoreLatency
       << ", .CompatSource = " << T.CompatSource
       << ",\n  .CompatFirstUop = " << T.CompatFirstUop
       << ", .CompatNumUops = " << T.CompatNumUops
       << ",\n  .Choice = PortChoice(" << unsigned(T.Choice)
       << "), .ChoiceSource = " << T.ChoiceSource
       << ",\n  .HasLengthChanging = " << T.HasLengthChanging
       << ", .LengthChangingBegin = " << T.LengthChangingBegin
       << ", .LengthChangingEnd = " << T.LengthChangingEnd
       << ", .LengthChangingSource = " << T.LengthChangingSource
       << ",\n  .NumTargetOpcodes = " << T.NumTargetOpcodes << "};\n";
  }

  raw_ostream &OS;
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

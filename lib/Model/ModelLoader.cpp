//===- ModelLoader.cpp - Reads a model file -------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parses a model file, resolves every name to an id while its node is at hand,
/// and fills a ModelStorage. docs/reference/models.md describes the schema.
/// An exception of yaml-cpp becomes an Error in loadModel().
/// Tested by unittests/Model/ModelLoaderTest.cpp and test/Model/errors.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Model/ModelLoader.h"
#include "ModelParser.h"
#include "kernel-bounds/Model/PortSet.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace kernelbounds;
using namespace llvm;

void ModelStorage::seal() {
  Tables.Cpus = Cpus;
  Tables.Sources = Sources;
  Tables.Ports = Ports;
  Tables.Pipeline = Pipeline;
  Tables.Schedulers = Schedulers;
  Tables.Loads = Loads;
  Tables.Stores = Stores;
  Tables.Forwarding = Forwarding;
  Tables.Uops = Uops;
  Tables.Entries = Entries;
  Tables.Candidates = Candidates;
  Tables.Opcodes = Opcodes;
  Tables.OpcodePool = OpcodePool;
  Tables.MacroFusion = MacroFusion;
  Tables.Bypasses = Bypasses;
}

static const StringRef TopKeys[] = {"schema",        "name",
                                    "target",        "cpus",
                                    "base",          "sources",
                                    "ports",         "pipeline",
                                    "loads",         "stores",
                                    "forwarding",    "writeback",
                                    "atomic",        "port_choice",
                                    "compat",        "macro_fusion",
                                    "bypasses",      "micro_fusion",
                                    "schedulers",    "instructions",
                                    "llvm",          "length_changing",
                                    "line_crossing", "store_commit"};

Error ModelParser::requireKey(const Node &Map, StringRef Key, StringRef What) {
  if (!Map.IsMap() || !Map[Key.str()])
    return Y.error(Map, "missing key '" + Key + "' in " + What);
  return Error::success();
}

Expected<uint16_t> ModelParser::parseSource(const Node &N) {
  std::string Name;
  KB_SET(Name, Y.string(N, "source"));
  auto It = SourceIds.find(Name);
  if (It != SourceIds.end())
    return It->second;
  return Y.error(N, "source '" + Name + "' is not declared under 'sources'");
}

Expected<int8_t> ModelParser::parseTristate(const Node &N, StringRef What) {
  bool On;
  KB_SET(On, Y.boolean(N, What));
  return On ? 1 : 0;
}

Error ModelParser::parseMemoryCondition(const Node &N, MemoryRule &Rule,
                                        bool IsForwarding) {
  SmallVector<StringRef, 16> Keys = {"class", "min_width", "max_width",
                                     "indexed", "update"};
  if (IsForwarding)
    Keys.append({"partial", "from", "shifted", "same_operand", "same_width",
                 "stack", "computes", "sign_extended", "min_store_width",
                 "max_store_width", "min_distance", "max_distance"});
  else
    Keys.append({"gather", "chase", "scaled"});
  return Y.forEachKey(
      N, "when", Keys, [&](StringRef Key, const Node &V) -> Error {
        if (Key == "min_width")
          KB_SET(Rule.MinWidth, Y.integer(V, Key, 0, 4096));
        else if (Key == "max_width")
          KB_SET(Rule.MaxWidth, Y.integer(V, Key, 0, 4096));
        else if (Key == "indexed")
          KB_SET(Rule.Indexed, parseTristate(V, Key));
        else if (Key == "gather")
          KB_SET(Rule.Gather, parseTristate(V, Key));
        else if (Key == "partial")
          KB_SET(Rule.Partial, parseTristate(V, Key));
        else if (Key == "chase")
          KB_SET(Rule.Chase, parseTristate(V, Key));
        else if (Key == "shifted")
          KB_SET(Rule.Shifted, parseTristate(V, Key));
        else if (Key == "same_operand")
          KB_SET(Rule.SameOperand, parseTristate(V, Key));
        else if (Key == "same_width")
          KB_SET(Rule.SameWidth, parseTristate(V, Key));
        else if (Key == "stack")
          KB_SET(Rule.OnStack, parseTristate(V, Key));
        else if (Key == "scaled")
          KB_SET(Rule.Scaled, parseTristate(V, Key));
        else if (Key == "update")
          KB_SET(Rule.Update, parseTristate(V, Key));
        else if (Key == "computes")
          KB_SET(Rule.Computes, parseTristate(V, Key));
        else if (Key == "sign_extended")
          KB_SET(Rule.SignExtended, parseTristate(V, Key));
        else if (Key == "min_store_width")
          KB_SET(Rule.MinStoreWidth, Y.integer(V, Key, 0, 4096));
        else if (Key == "max_store_width")
          KB_SET(Rule.MaxStoreWidth, Y.integer(V, Key, 0, 4096));
        else if (Key == "min_distance")
          KB_SET(Rule.MinDistance, Y.integer(V, Key, 0, 4096));
        else if (Key == "max_distance")
          KB_SET(Rule.MaxDistance, Y.integer(V, Key, 0, 4096));
        else {
          std::string Class;
          KB_SET(Class, Y.string(V, Key));
          if (Class != "gpr" && Class != "vector")
            return Y.error(V, "expected 'gpr' or 'vector' for '" + Key.str() +
                                  "', not '" + Class + "'");
          (Key == "from" ? Rule.FromVector : Rule.Vector) = Class == "vector";
        }
        return Error::success();
      });
}

Error ModelParser::parseMemoryRule(const Node &N,
                                   std::vector<MemoryRule> &Rules) {
  MemoryRule Rule;
  Rule.Line = N.Mark().line + 1;
  for (StringRef Key : {"latency", "uops", "source"})
    if (Error E = requireKey(N, Key, "a memory rule"))
      return E;
  Error E =
      Y.forEachKey(N, "a memory rule", {"when", "latency", "uops", "source"},
                   [&](StringRef Key, const Node &V) -> Error {
                     if (Key == "when")
                       return parseMemoryCondition(V, Rule, false);
                     if (Key == "uops")
                       return parseUops(V, Rule.FirstUop, Rule.NumUops);
                     if (Key == "latency")
                       KB_SET(Rule.Latency, Y.integer(V, Key, 0, 10000));
                     else
                       KB_SET(Rule.Source, parseSource(V));
                     return Error::success();
                   });
  if (E)
    return E;
  Rules.push_back(Rule);
  return Error::success();
}

/// A rule without micro-ops: the store and the load have theirs.
Error ModelParser::parseForwarding(const Node &N) {
  MemoryRule Rule;
  Rule.Line = N.Mark().line + 1;
  for (StringRef Key : {"latency", "source"})
    if (Error E = requireKey(N, Key, "a forwarding rule"))
      return E;
  Error E = Y.forEachKey(N, "a forwarding rule", {"when", "latency", "source"},
                         [&](StringRef Key, const Node &V) -> Error {
                           if (Key == "when")
                             return parseMemoryCondition(V, Rule, true);
                           if (Key == "latency")
                             KB_SET(Rule.Latency, Y.integer(V, Key, 0, 10000));
                           else
                             KB_SET(Rule.Source, parseSource(V));
                           return Error::success();
                         });
  if (E)
    return E;
  S->Forwarding.push_back(Rule);
  return Error::success();
}

Error ModelParser::parseWriteBack(const Node &N) {
  std::vector<MemoryRule> One;
  if (Error E = parseMemoryRule(N, One))
    return E;
  S->Tables.HasWriteBack = true;
  S->Tables.WriteBack = One.front();
  return Error::success();
}

Error ModelParser::parseAtomic(const Node &N) {
  MemoryRule &Rule = S->Tables.Atomic;
  Rule.Line = N.Mark().line + 1;
  for (StringRef Key : {"uops", "source"})
    if (Error E = requireKey(N, Key, "'atomic'"))
      return E;
  S->Tables.HasAtomic = true;
  return Y.forEachKey(N, "'atomic'", {"uops", "source"},
                      [&](StringRef Key, const Node &V) -> Error {
                        if (Key == "uops")
                          return parseUops(V, Rule.FirstUop, Rule.NumUops);
                        KB_SET(Rule.Source, parseSource(V));
                        return Error::success();
                      });
}

Error ModelParser::parseStoreCommit(const Node &N) {
  MemoryRule &Rule = S->Tables.StoreCommit;
  Rule.Line = N.Mark().line + 1;
  for (StringRef Key : {"uops", "source"})
    if (Error E = requireKey(N, Key, "'store_commit'"))
      return E;
  S->Tables.HasStoreCommit = true;
  return Y.forEachKey(N, "'store_commit'", {"min_width", "uops", "source"},
                      [&](StringRef Key, const Node &V) -> Error {
                        if (Key == "uops")
                          return parseUops(V, Rule.FirstUop, Rule.NumUops);
                        if (Key == "min_width")
                          KB_SET(Rule.MinWidth, Y.integer(V, Key, 0, 4096));
                        else
                          KB_SET(Rule.Source, parseSource(V));
                        return Error::success();
                      });
}

Error ModelParser::parseLineCrossing(const Node &N) {
  LineCrossingRule &Rule = S->Tables.LineCrossing;
  Rule.Line = N.Mark().line + 1;
  for (StringRef Key : {"load", "store", "source"})
    if (Error E = requireKey(N, Key, "'line_crossing'"))
      return E;
  S->Tables.HasLineCrossing = true;
  return Y.forEachKey(N, "'line_crossing'", {"load", "store", "source"},
                      [&](StringRef Key, const Node &V) -> Error {
                        if (Key == "load")
                          KB_SET(Rule.LoadCycles, Y.integer(V, Key, 0, 100));
                        else if (Key == "store")
                          KB_SET(Rule.StoreCycles, Y.integer(V, Key, 0, 100));
                        else
                          KB_SET(Rule.Source, parseSource(V));
                        return Error::success();
                      });
}

Error ModelParser::parseMicroFusion(const Node &N) {
  ModelTables &T = S->Tables;
  T.HasMicroFusion = true;
  if (Error E = requireKey(N, "source", "micro_fusion"))
    return E;
  return Y.forEachKey(
      N, "micro_fusion", {"load_op", "store", "unlaminate_indexed", "source"},
      [&](StringRef Key, const Node &V) -> Error {
        if (Key == "unlaminate_indexed")
          return parseOpcodeRange(V, T.UnlaminateBegin, T.UnlaminateEnd);
        if (Key == "load_op")
          KB_SET(T.FuseLoadOp, Y.boolean(V, Key));
        else if (Key == "store")
          KB_SET(T.FuseStore, Y.boolean(V, Key));
        else
          KB_SET(T.MicroFusionSource, parseSource(V));
        return Error::success();
      });
}

/// The x86 condition code of a mnemonic suffix; aliases included.
static std::optional<unsigned> conditionCode(StringRef Name) {
  static constexpr StringLiteral Names[] = {"o",  "no", "b",  "ae", "e", "ne",
                                            "be", "a",  "s",  "ns", "p", "np",
                                            "l",  "ge", "le", "g"};
  for (unsigned I = 0; I < 16; ++I)
    if (Names[I] == Name)
      return I;
  return std::nullopt;
}

/// Sets a bit of \p Conditions for each x86 condition named in the list.
Error ModelParser::parseConditions(const Node &N, uint16_t &Conditions) {
  Conditions = 0;
  return Y.forEachItem(N, "conditions", [&](const Node &C) -> Error {
    std::string Name;
    KB_SET(Name, Y.string(C, "conditions"));
    std::optional<unsigned> Code = conditionCode(Name);
    if (!Code)
      return Y.error(C, "unknown condition '" + Name + "'");
    Conditions |= 1u << *Code;
    return Error::success();
  });
}

Error ModelParser::parseMacroFusion(const Node &N) {
  MacroFusionRule R{0, 0, 0, 0, 0xffff, 0, false, false};
  for (StringRef Key : {"first", "second", "source"})
    if (Error E = requireKey(N, Key, "a macro-fusion pair"))
      return E;
  Error E = Y.forEachKey(
      N, "a macro-fusion pair",
      {"first", "second", "conditions", "no_result", "keeps_first", "source"},
      [&](StringRef Key, const Node &V) -> Error {
        if (Key == "first")
          return parseOpcodeRange(V, R.FirstBegin, R.FirstEnd);
        if (Key == "second")
          return parseOpcodeRange(V, R.SecondBegin, R.SecondEnd);
        if (Key == "source") {
          KB_SET(R.Source, parseSource(V));
          return Error::success();
        }
        if (Key == "no_result") {
          KB_SET(R.NoResult, Y.boolean(V, Key));
          return Error::success();
        }
        if (Key == "keeps_first") {
          KB_SET(R.KeepsFirstUops, Y.boolean(V, Key));
          return Error::success();
        }
        return parseConditions(V, R.Conditions);
      });
  if (E)
    return E;
  S->MacroFusion.push_back(R);
  return Error::success();
}

Error ModelParser::parseBypass(const Node &N) {
  BypassRule R{};
  for (StringRef Key : {"from", "to", "gain", "source"})
    if (Error E = requireKey(N, Key, "a bypass"))
      return E;
  Error E = Y.forEachKey(N, "a bypass", {"from", "to", "gain", "source"},
                         [&](StringRef Key, const Node &V) -> Error {
                           if (Key == "from")
                             return parseOpcodeRange(V, R.FromBegin, R.FromEnd);
                           if (Key == "to")
                             return parseOpcodeRange(V, R.ToBegin, R.ToEnd);
                           if (Key == "gain")
                             KB_SET(R.Gain, Y.integer(V, Key, 1, 100));
                           else
                             KB_SET(R.Source, parseSource(V));
                           return Error::success();
                         });
  if (E)
    return E;
  S->Bypasses.push_back(R);
  return Error::success();
}

Error ModelParser::parseSources(const Node &N) {
  if (!N.IsMap())
    return Y.error(N, "expected a map from names to sources");
  for (const auto &KV : N) {
    std::string Name, Text;
    KB_SET(Name, Y.string(KV.first, "a source's name"));
    KB_SET(Text, Y.string(KV.second, "a source"));
    if (!SourceIds.emplace(Name, S->Sources.size()).second)
      return Y.error(KV.first, "source '" + Name + "' is declared twice");
    S->Sources.push_back({S->save(Name), S->save(Text)});
  }
  return Error::success();
}

/// The CPU whose model of LLVM's serves what the files leave out; empty if none
/// does, or one that depends on the code.
std::string ModelParser::llvmCpu() const {
  for (const ModelTables *T = &S->Tables;;) {
    if (!T->LLVMBase.empty())
      return T->LLVMBase.str();
    if (T->Base == "none" || T->Base == "any")
      return "";
    // A base of the file's own name is LLVM's CPU.
    const ModelTables *Base = Context.Model(T->Base);
    if (!Base || Base == T)
      return T->Base.str();
    T = Base;
  }
}

/// The list of units, separated by commas.
Expected<StringRef> ModelParser::parseUnits(const Node &N) {
  Expected<SmallVector<std::string, 2>> Units = Y.stringOrList(N, "llvm");
  if (!Units)
    return Units.takeError();
  std::string Cpu = llvmCpu();
  if (Cpu.empty())
    return Y.error(N, "'llvm' needs a model of LLVM's, but 'base' names none");
  for (auto [I, Unit] : enumerate(*Units))
    if (!Context.IsUnit(S->Tables.Target, Cpu, Unit))
      return Y.error(N.IsSequence() ? N[I] : N,
                     "LLVM's model of " + Cpu + " has no unit '" + Unit + "'");
  return S->save(join(*Units, ","));
}

/// Of inherited ports that the file leaves as they are: 'llvm' may have chosen
/// another model.
Error ModelParser::checkInheritedUnits(const Node &Root) const {
  for (size_t I = 0; I < NumInheritedPorts && Root["llvm"]; ++I) {
    SmallVector<StringRef, 4> Units;
    S->Ports[I].LLVMUnits.split(Units, ',', -1, /*KeepEmpty=*/false);
    for (StringRef Unit : Units)
      if (!Context.IsUnit(S->Tables.Target, S->Tables.LLVMBase, Unit))
        return Y.error(Root["llvm"], "LLVM's model of " + S->Tables.LLVMBase +
                                         " has no unit '" + Unit +
                                         "', which the base gives to port '" +
                                         S->Ports[I].Name +
                                         "'; declare the port again");
  }
  return Error::success();
}

Error ModelParser::parsePort(const Node &N) {
  PortDecl P{"", "", PortKind::Port};
  if (Error E = requireKey(N, "name", "a port"))
    return E;
  Error E = Y.forEachKey(
      N, "a port", {"name", "llvm", "kind"},
      [&](StringRef Key, const Node &V) -> Error {
        if (Key == "name") {
          std::string Name;
          KB_SET(Name, Y.string(V, Key));
          P.Name = S->save(Name);
        } else if (Key == "llvm") {
          KB_SET(P.LLVMUnits, parseUnits(V));
        } else {
          std::string Kind;
          KB_SET(Kind, Y.string(V, Key));
          if (Kind != "port" && Kind != "unit")
            return Y.error(V, "expected 'port' or 'unit' for 'kind', not '" +
                                  Kind + "'");
          P.Kind = Kind == "unit" ? PortKind::Unit : PortKind::Port;
        }
        return Error::success();
      });
  if (E)
    return E;
  auto Same =
      find_if(S->Ports, [&](const PortDecl &Q) { return Q.Name == P.Name; });
  const size_t Number = Same - S->Ports.begin();
  if (Number < NumInheritedPorts && Redeclared.insert(Number).second) {
    // The base's port, as a unit of another of LLVM's models.
    *Same = P;
    return Error::success();
  }
  if (Same != S->Ports.end())
    return Y.error(N, "port '" + P.Name + "' is declared twice");
  // LLVM's own units that no port names come on top, hence not all 64.
  if (S->Ports.size() >= 48)
    return Y.error(N, "more than 48 ports");
  S->Ports.push_back(P);
  return Error::success();
}

/// What a core may lack though the one that it is derived from has it: 0 says
/// so.
static bool mayBeNone(PipelineParam P) {
  return P >= PipelineParam::UopCacheWindow;
}

/// Whether the value is a size by which addresses are divided.
static bool isPowerOf2(PipelineParam P) {
  return P == PipelineParam::UopCacheWindow ||
         P == PipelineParam::UopCacheFetch || P == PipelineParam::DecodeBlock ||
         P == PipelineParam::JumpBoundary;
}

Error ModelParser::parsePipeline(const Node &N) {
  SmallVector<StringRef, NumPipelineParams> Keys;
  for (unsigned I = 0; I < NumPipelineParams; ++I)
    Keys.push_back(pipelineParamName(PipelineParam(I)));
  return Y.forEachKey(
      N, "pipeline", Keys, [&](StringRef Key, const Node &V) -> Error {
        PipelineValue P{};
        P.Param = PipelineParam(find(Keys, Key) - Keys.begin());
        const int64_t Min = mayBeNone(P.Param) ? 0 : 1;
        for (StringRef Needed : {"value", "source"})
          if (Error E = requireKey(V, Needed, Key))
            return E;
        Error E =
            Y.forEachKey(V, Key, {"value", "source"},
                         [&](StringRef K, const Node &X) -> Error {
                           if (K == "value") {
                             KB_SET(P.Value, Y.integer(X, Key, Min, 100000));
                             if (isPowerOf2(P.Param) && P.Value != 0 &&
                                 !isPowerOf2_32(P.Value))
                               return Y.error(X, Key + " must be a power of 2");
                           } else
                             KB_SET(P.Source, parseSource(X));
                           return Error::success();
                         });
        if (E)
          return E;
        S->Pipeline.push_back(P);
        return Error::success();
      });
}

Error ModelParser::parseScheduler(const Node &N) {
  SchedulerDecl D{};
  for (StringRef Needed : {"ports", "entries", "source"})
    if (Error E = requireKey(N, Needed, "a scheduler"))
      return E;
  Error E = Y.forEachKey(
      N, "a scheduler", {"ports", "entries", "one_a_cycle", "source"},
      [&](StringRef Key, const Node &V) -> Error {
        if (Key == "ports")
          KB_SET(D.Ports, parsePortSet(V));
        else if (Key == "entries")
          KB_SET(D.Entries, Y.integer(V, "entries", 1, 100000));
        else if (Key == "one_a_cycle")
          KB_SET(D.OneACycle, Y.boolean(V, Key));
        else
          KB_SET(D.Source, parseSource(V));
        return Error::success();
      });
  if (E)
    return E;
  uint64_t Taken = 0;
  for (const SchedulerDecl &Other : S->Schedulers)
    Taken |= Other.Ports;
  for (const auto &[I, P] : enumerate(S->Ports))
    if (Taken & D.Ports & PortSet::single(I).bits())
      return Y.error(N["ports"], "port '" + P.Name + "' is in two schedulers");
  S->Schedulers.push_back(D);
  return Error::success();
}

Error ModelParser::parseLengthChanging(const Node &N) {
  ModelTables &T = S->Tables;
  for (StringRef Needed : {"match", "source"})
    if (Error E = requireKey(N, Needed, "length_changing"))
      return E;
  T.HasLengthChanging = true;
  return Y.forEachKey(N, "length_changing", {"match", "source"},
                      [&](StringRef Key, const Node &V) -> Error {
                        if (Key == "match")
                          return parseOpcodeRange(V, T.LengthChangingBegin,
                                                  T.LengthChangingEnd);
                        KB_SET(T.LengthChangingSource, parseSource(V));
                        return Error::success();
                      });
}

Error ModelParser::parsePortChoice(const Node &N) {
  ModelTables &T = S->Tables;
  for (StringRef Needed : {"value", "source"})
    if (Error E = requireKey(N, Needed, "port_choice"))
      return E;
  return Y.forEachKey(
      N, "port_choice", {"value", "source"},
      [&](StringRef Key, const Node &V) -> Error {
        if (Key == "source") {
          KB_SET(T.ChoiceSource, parseSource(V));
          return Error::success();
        }
        std::string Name;
        KB_SET(Name, Y.string(V, "port_choice"));
        T.Choice = StringSwitch<PortChoice>(Name)
                       .Case("at-dispatch", PortChoice::AtDispatch)
                       .Case("at-rename", PortChoice::AtRename)
                       .Case("in-turn", PortChoice::InTurn)
                       .Default(PortChoice::Unknown);
        if (T.Choice == PortChoice::Unknown)
          return Y.error(V, "unknown port_choice '" + Name +
                                "'; known are at-dispatch, at-rename, in-turn");
        return Error::success();
      });
}

Error ModelParser::parseCompat(const Node &N) {
  ModelTables &T = S->Tables;
  return Y.forEachKey(
      N, "compat", {"osaca2019"}, [&](StringRef, const Node &V) -> Error {
        T.HasCompat = true;
        for (StringRef Key : {"load_latency", "store_latency", "source"})
          if (Error E = requireKey(V, Key, "osaca2019"))
            return E;
        return Y.forEachKey(
            V, "osaca2019",
            {"load_latency", "store_latency", "store_uops", "source"},
            [&](StringRef Key, const Node &X) -> Error {
              if (Key == "store_uops")
                return parseUops(X, T.CompatFirstUop, T.CompatNumUops);
              if (Key == "load_latency")
                KB_SET(T.CompatLoadLatency, Y.integer(X, Key, 0, 1000));
              else if (Key == "store_latency")
                KB_SET(T.CompatStoreLatency, Y.integer(X, Key, 0, 1000));
              else
                KB_SET(T.CompatSource, parseSource(X));
              return Error::success();
            });
      });
}

Error ModelParser::parseBase(const Node &N) {
  std::string Base;
  KB_SET(Base, Y.string(N, "base"));
  ModelTables &T = S->Tables;
  T.Base = S->save(Base);
  // With the latter, the key `llvm` names the core.
  if (Base == "none" || Base == "any" || Base == "llvm")
    return Error::success();
  if (const ModelTables *M = Context.Model(Base)) {
    if (M->Target != T.Target)
      return Y.error(N, "base '" + Base + "' is a model of " + M->Target +
                            ", not of " + T.Target);
    append_range(S->Ports, M->Ports);
    NumInheritedPorts = S->Ports.size();
    return Error::success();
  }
  if (!Context.IsCpu(T.Target, Base))
    return Y.error(N, "base '" + Base +
                          "' is neither a shipped model nor a CPU "
                          "that LLVM knows for " +
                          T.Target);
  return Error::success();
}

Error ModelParser::parseLLVMBase(const Node &N) {
  std::string Cpu;
  KB_SET(Cpu, Y.string(N, "llvm"));
  ModelTables &T = S->Tables;
  if (!Context.Model(T.Base) && T.Base != "llvm")
    return Y.error(N, "'llvm' needs a model file or 'llvm' as 'base'");
  if (!Context.IsCpu(T.Target, Cpu))
    return Y.error(N, "LLVM knows no CPU '" + Cpu + "'");
  T.LLVMBase = S->save(Cpu);
  return Error::success();
}

Error ModelParser::parseHeader(const Node &Root) {
  for (StringRef Key : {"schema", "name", "target", "base", "sources"})
    if (Error E = requireKey(Root, Key, "the model"))
      return E;
  if (auto Schema = Y.integer(Root["schema"], "schema", 1, 1); !Schema)
    return Schema.takeError();
  std::string Name, Target;
  KB_SET(Name, Y.string(Root["name"], "name"));
  KB_SET(Target, Y.string(Root["target"], "target"));
  ModelTables &T = S->Tables;
  T.Name = S->save(Name);
  T.Target = S->save(Target);
  MII = Context.Target(Target);
  if (!MII && findTargetByName(Target))
    return Y.error(Root["target"], "the model is for " + Target +
                                       ", the code for another target");
  if (!MII)
    return Y.error(Root["target"], "unknown target '" + Target +
                                       "'; known are " + targetNames());
  T.NumTargetOpcodes = MII->getNumOpcodes();
  Matcher.emplace(*MII);
  if (Root["cpus"])
    if (Error E =
            Y.forEachItem(Root["cpus"], "cpus", [&](const Node &C) -> Error {
              Expected<std::string> Cpu = Y.string(C, "a CPU");
              if (!Cpu)
                return Cpu.takeError();
              if (!Context.IsCpu(Target, *Cpu))
                return Y.error(C, "LLVM knows no CPU '" + *Cpu + "'");
              S->Cpus.push_back(S->save(*Cpu));
              return Error::success();
            }))
      return E;
  if (Error E = parseBase(Root["base"]))
    return E;
  if (Root["llvm"]) {
    if (Error E = parseLLVMBase(Root["llvm"]))
      return E;
  } else if (S->Tables.Base == "llvm") {
    return Y.error(Root["base"], "'base: llvm' needs the key 'llvm', which "
                                 "names a core of LLVM's");
  }
  return parseSources(Root["sources"]);
}

/// Turns EntriesOf into the sorted tables.
void ModelParser::indexEntries() {
  for (const auto &[Opcode, Entries] : EntriesOf) {
    S->Opcodes.push_back({Opcode, static_cast<uint32_t>(S->Candidates.size()),
                          static_cast<uint16_t>(Entries.size())});
    append_range(S->Candidates, Entries);
  }
}

Expected<std::unique_ptr<ModelStorage>> ModelParser::parse(const Node &Root) {
  if (!Root.IsMap())
    return Y.error(Root, "expected a model: a map with 'schema', 'name', …");
  if (Error E =
          Y.forEachKey(Root, "the model", TopKeys, [](StringRef, const Node &) {
            return Error::success();
          }))
    return std::move(E);
  if (Error E = parseHeader(Root))
    return std::move(E);
  // In the order in which names are declared before use.
  const std::pair<const char *, Error (ModelParser::*)(const Node &)> Maps[] = {
      {"pipeline", &ModelParser::parsePipeline},
      {"writeback", &ModelParser::parseWriteBack},
      {"atomic", &ModelParser::parseAtomic},
      {"line_crossing", &ModelParser::parseLineCrossing},
      {"store_commit", &ModelParser::parseStoreCommit},
      {"micro_fusion", &ModelParser::parseMicroFusion},
      {"port_choice", &ModelParser::parsePortChoice},
      {"length_changing", &ModelParser::parseLengthChanging},
      {"compat", &ModelParser::parseCompat}};
  auto List = [&](const char *Key, auto Item) -> Error {
    return Root[Key] ? Y.forEachItem(Root[Key], Key, Item) : Error::success();
  };
  if (Error E = List("ports", [&](const Node &N) { return parsePort(N); }))
    return std::move(E);
  if (Error E = checkInheritedUnits(Root))
    return std::move(E);
  if (Error E =
          List("schedulers", [&](const Node &N) { return parseScheduler(N); }))
    return std::move(E);
  for (auto [Key, Parse] : Maps)
    if (Root[Key])
      if (Error E = (this->*Parse)(Root[Key]))
        return std::move(E);
  if (Error E = List(
          "loads", [&](const Node &N) { return parseMemoryRule(N, S->Loads); }))
    return std::move(E);
  if (Error E = List("stores", [&](const Node &N) {
        return parseMemoryRule(N, S->Stores);
      }))
    return std::move(E);
  if (Error E =
          List("forwarding", [&](const Node &N) { return parseForwarding(N); }))
    return std::move(E);
  if (Error E = List("macro_fusion",
                     [&](const Node &N) { return parseMacroFusion(N); }))
    return std::move(E);
  if (Error E = List("bypasses", [&](const Node &N) { return parseBypass(N); }))
    return std::move(E);
  if (Error E = List("instructions",
                     [&](const Node &N) { return parseInstruction(N); }))
    return std::move(E);
  indexEntries();
  S->seal();
  return std::move(S);
}

Expected<ModelHeader> kernelbounds::readModelHeader(StringRef Text,
                                                    StringRef File) {
  try {
    YAML::Node Root = YAML::Load(Text.str());
    ModelHeader H;
    auto Read = [&](const char *Key, std::string &Into) {
      if (Root.IsMap() && Root[Key] && Root[Key].IsScalar())
        Into = Root[Key].Scalar();
    };
    Read("name", H.Name);
    Read("base", H.Base);
    return H;
  } catch (const YAML::Exception &E) {
    return YamlReader(File).error(E.mark, E.msg);
  }
}

Expected<std::unique_ptr<ModelStorage>>
kernelbounds::loadModel(StringRef Text, StringRef File,
                        const ModelLoaderContext &Context) {
  try {
    YAML::Node Root = YAML::Load(Text.str());
    return ModelParser(File, Context).parse(Root);
  } catch (const YAML::Exception &E) {
    return YamlReader(File).error(E.mark, E.msg);
  }
}

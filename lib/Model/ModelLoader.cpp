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
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

/// Of what was measured, in per cent.
constexpr unsigned MostSpread = 300;

void ModelStorage::seal() {
  Tables.Cpus = Cpus;
  Tables.Sources = Sources;
  Tables.Ports = Ports;
  Tables.Pipeline = Pipeline;
  Tables.Schedulers = Schedulers;
  Tables.RenameLimits = RenameLimits;
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
  Caches.Levels = CacheLevels;
  Caches.Tlbs = Tlbs;
  Caches.Prefetchers = Prefetchers;
  Tables.Caches = CacheLevels.empty() ? nullptr : &Caches;
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
                                    "line_crossing", "store_commit",
                                    "access_pair",   "update_extra",
                                    "caches",        "memory_operands",
                                    "aliasing",      "executed_width",
                                    "rename_limits"};

Error ModelParser::requireKey(const Node &Map, StringRef Key, StringRef What) {
  if (!Map.IsMap() || !Map[Key.str()])
    return Y.error(Map, "missing key '" + Key + "' in " + What);
  return Error::success();
}

Error ModelParser::parseSourced(
    const Node &N, StringRef What, ArrayRef<StringRef> Keys, uint16_t &Source,
    function_ref<Error(StringRef, const Node &)> Field) {
  SmallVector<StringRef, 6> Known;
  for (StringRef Key : Keys) {
    const bool IsOptional = Key.consume_back("?");
    Known.push_back(Key);
    if (IsOptional)
      continue;
    if (Error E = requireKey(N, Key, What))
      return E;
  }
  if (Error E = requireKey(N, "source", What))
    return E;
  Known.append({"source", "spread"});
  if (Error E = Y.forEachKey(N, What, Known,
                             [&](StringRef Key, const Node &V) -> Error {
                               if (Key == "source")
                                 KB_SET(Source, parseSource(V));
                               else if (Key != "spread")
                                 return Field(Key, V);
                               return Error::success();
                             }))
    return E;
  KB_SET(Source, withSpread(Source, N));
  return Error::success();
}

Expected<uint16_t> ModelParser::withSpread(uint16_t Source, const Node &Value) {
  const Node N = Value["spread"];
  if (!N.IsDefined())
    return Source;
  std::string Text;
  KB_SET(Text, Y.string(N, "spread"));
  StringRef Number = Text;
  double Percent = 0;
  if (!Number.consume_back("%") || Number.getAsDouble(Percent) ||
      !(Percent >= 0 && Percent <= MostSpread))
    return Y.error(N, "expected a percentage from 0% to " + Twine(MostSpread) +
                          "%, such as 1.5%, for 'spread', not '" + Text + "'");
  SourceDecl Own = S->Sources[Source];
  Own.Spread = std::lround(Percent * 100);
  auto [It, IsNew] =
      SpreadIds.emplace(std::pair(Source, Own.Spread), S->Sources.size());
  if (IsNew)
    S->Sources.push_back(Own);
  return It->second;
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

Error ModelParser::parseMicroFusion(const Node &N) {
  ModelTables &T = S->Tables;
  T.HasMicroFusion = true;
  return parseSourced(
      N, "micro_fusion", {"load_op?", "store?", "unlaminate_indexed?"},
      T.MicroFusionSource, [&](StringRef Key, const Node &V) -> Error {
        if (Key == "unlaminate_indexed")
          return parseOpcodeRange(V, T.UnlaminateBegin, T.UnlaminateEnd);
        KB_SET((Key == "load_op" ? T.FuseLoadOp : T.FuseStore),
               Y.boolean(V, Key));
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

/// Sets a bit of \p Obstacles for each of those named in the list.
Error ModelParser::parseObstacles(const Node &N, uint8_t &Obstacles) {
  return Y.forEachItem(N, "not_with", [&](const Node &C) -> Error {
    std::string Name;
    KB_SET(Name, Y.string(C, "not_with"));
    unsigned Bit =
        StringSwitch<unsigned>(Name)
            .Case("rip-relative", FO_RipRelative)
            .Case("displacement-and-immediate", FO_DisplacementAndImmediate)
            .Case("long-constants", FO_LongConstants)
            .Default(0);
    if (Bit == 0)
      return Y.error(C, "unknown obstacle '" + Name +
                            "'; expected rip-relative, "
                            "displacement-and-immediate or long-constants");
    Obstacles |= Bit;
    return Error::success();
  });
}

Error ModelParser::parseMacroFusion(const Node &N) {
  MacroFusionRule R{0, 0, 0, 0, 0xffff, 0, false, 0, 0};
  Error E = parseSourced(
      N, "a macro-fusion pair",
      {"first", "second", "conditions?", "no_result?", "not_with?", "ports?"},
      R.Source, [&](StringRef Key, const Node &V) -> Error {
        if (Key == "first")
          return parseOpcodeRange(V, R.FirstBegin, R.FirstEnd);
        if (Key == "second")
          return parseOpcodeRange(V, R.SecondBegin, R.SecondEnd);
        if (Key == "conditions")
          return parseConditions(V, R.Conditions);
        if (Key == "not_with")
          return parseObstacles(V, R.NotWith);
        if (Key == "ports")
          KB_SET(R.Ports, parsePortSet(V));
        else
          KB_SET(R.NoResult, Y.boolean(V, Key));
        return Error::success();
      });
  if (!E)
    S->MacroFusion.push_back(R);
  return E;
}

Error ModelParser::parseBypass(const Node &N) {
  BypassRule R{};
  Error E = parseSourced(N, "a bypass", {"from", "to", "gain?", "delay?"},
                         R.Source, [&](StringRef Key, const Node &V) -> Error {
                           if (Key == "from")
                             return parseOpcodeRange(V, R.FromBegin, R.FromEnd);
                           if (Key == "to")
                             return parseOpcodeRange(V, R.ToBegin, R.ToEnd);
                           KB_SET(R.Gain, Y.integer(V, Key, 1, 100));
                           if (Key == "delay")
                             R.Gain = -R.Gain;
                           return Error::success();
                         });
  if (!E && N["gain"].IsDefined() == N["delay"].IsDefined())
    E = Y.error(N, "a bypass needs either 'gain' or 'delay'");
  if (!E)
    S->Bypasses.push_back(R);
  return E;
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

/// The ports by which results of a unit leave, as bits: a name or a list.
Expected<uint64_t> ModelParser::parseResultPorts(const Node &N) {
  Expected<SmallVector<std::string, 2>> Names =
      Y.stringOrList(N, "result_port");
  if (!Names)
    return Names.takeError();
  uint64_t Bits = 0;
  for (auto [I, Name] : enumerate(*Names)) {
    auto Of =
        find_if(S->Ports, [&](const PortDecl &Q) { return Q.Name == Name; });
    if (Of == S->Ports.end() || Of->Kind != PortKind::Port)
      return Y.error(N.IsSequence() ? N[I] : N,
                     "'result_port' is a port that is declared before");
    Bits |= uint64_t(1) << (Of - S->Ports.begin());
  }
  return Bits;
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
      N, "a port", {"name", "llvm", "kind", "result_port"},
      [&](StringRef Key, const Node &V) -> Error {
        if (Key == "name") {
          std::string Name;
          KB_SET(Name, Y.string(V, Key));
          P.Name = S->save(Name);
        } else if (Key == "llvm") {
          KB_SET(P.LLVMUnits, parseUnits(V));
        } else if (Key == "result_port") {
          KB_SET(P.ResultPorts, parseResultPorts(V));
        } else {
          std::string Kind;
          KB_SET(Kind, Y.string(V, Key));
          const PortKind Kinds[] = {PortKind::Port, PortKind::Unit,
                                    PortKind::BlockingUnit};
          auto K = find_if(Kinds,
                           [&](PortKind K) { return portKindName(K) == Kind; });
          if (K == std::end(Kinds))
            return Y.error(V, "expected 'port', 'unit' or 'blocking-unit' for "
                              "'kind', not '" +
                                  Kind + "'");
          P.Kind = *K;
        }
        return Error::success();
      });
  if (E)
    return E;
  if (P.ResultPorts != 0 && P.Kind == PortKind::Port)
    return Y.error(N["result_port"], "only a unit has a 'result_port'");
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
         P == PipelineParam::JumpBoundary || P == PipelineParam::BankBytes;
}

/// The largest value that \p P may have.
static int64_t mostOf(PipelineParam P) {
  switch (P) {
  case PipelineParam::BankBytes:
    return MostBankBytes;
  case PipelineParam::LoadsPerBank:
    return MostLoadsPerBank;
  case PipelineParam::MovesInRow:
    return MostMovesInRow;
  default:
    return 100000;
  }
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
        Error E = parseSourced(
            V, Key, {"value"}, P.Source,
            [&](StringRef, const Node &X) -> Error {
              KB_SET(P.Value, Y.integer(X, Key, Min, mostOf(P.Param)));
              if (isPowerOf2(P.Param) && P.Value != 0 &&
                  !isPowerOf2_32(P.Value))
                return Y.error(X, Key + " must be a power of 2");
              return Error::success();
            });
        if (E)
          return E;
        S->Pipeline.push_back(P);
        return Error::success();
      });
}

Error ModelParser::parseRenameLimit(const Node &N) {
  RenameLimit L{};
  bool IsOfMoves = false;
  if (Error E = parseSourced(
          N, "a limit of rename", {"ports?", "micro_ops", "kind?"}, L.Source,
          [&](StringRef Key, const Node &V) -> Error {
            if (Key == "ports")
              KB_SET(L.Ports, parsePortSet(V));
            else if (Key == "micro_ops")
              KB_SET(L.MicroOps, Y.integer(V, Key, 1, 64));
            else {
              std::string Kind;
              KB_SET(Kind, Y.string(V, Key));
              if (Kind != "load" && Kind != "move")
                return Y.error(V,
                               "expected 'load' or 'move' for 'kind', not '" +
                                   Kind + "'");
              L.LoadsOnly = Kind == "load";
              IsOfMoves = Kind == "move";
            }
            return Error::success();
          }))
    return E;
  if (!IsOfMoves)
    if (Error E = requireKey(N, "ports", "a limit of rename"))
      return E;
  if (IsOfMoves != L.isOfMoves())
    return Y.error(N["ports"], "eliminated moves go to no port: with 'kind: "
                               "move' there is no 'ports'");
  if (S->RenameLimits.size() == MostRenameLimits)
    return Y.error(N, "more than " + Twine(MostRenameLimits) +
                          " limits of rename");
  S->RenameLimits.push_back(L);
  return Error::success();
}

Error ModelParser::parseScheduler(const Node &N) {
  SchedulerDecl D{};
  uint64_t ThirdOperand = 0;
  Error E =
      parseSourced(N, "a scheduler",
                   {"ports", "entries", "per_cycle?", "crowded_from?",
                    "wait_step?", "one_result?", "results_in_turn?", "by_room?",
                    "queue?", "release?", "third_operand?"},
                   D.Source, [&](StringRef Key, const Node &V) -> Error {
                     if (Key == "ports")
                       KB_SET(D.Ports, parsePortSet(V));
                     else if (Key == "entries")
                       KB_SET(D.Entries, Y.integer(V, "entries", 1, 100000));
                     else if (Key == "per_cycle")
                       KB_SET(D.PerCycle, Y.integer(V, Key, 1, 255));
                     else if (Key == "crowded_from")
                       KB_SET(D.CrowdedFrom, Y.integer(V, Key, 1, 255));
                     else if (Key == "wait_step")
                       KB_SET(D.WaitStep, Y.integer(V, Key, 1, 255));
                     else if (Key == "one_result")
                       KB_SET(D.OneResult, Y.boolean(V, Key));
                     else if (Key == "results_in_turn")
                       KB_SET(D.ResultsInTurn, Y.boolean(V, Key));
                     else if (Key == "by_room")
                       KB_SET(D.ByRoom, Y.boolean(V, Key));
                     else if (Key == "release")
                       KB_SET(D.Release, Y.integer(V, Key, 1, 64));
                     else if (Key == "third_operand")
                       KB_SET(ThirdOperand, parsePortSet(V));
                     else
                       KB_SET(D.Queue, Y.integer(V, Key, 1, 10000));
                     return Error::success();
                   });
  if (E)
    return E;
  if (D.Queue != 0 && (D.PerCycle != 0 || D.CrowdedFrom != 0 ||
                       D.WaitStep != 0 || D.Release != 0))
    return Y.error(N["queue"], "a scheduler behind a queue has no per_cycle, "
                               "crowded_from, wait_step or release");
  if (ThirdOperand != 0) {
    if (!has_single_bit(ThirdOperand) || (ThirdOperand & ~D.Ports) != 0)
      return Y.error(N["third_operand"],
                     "'third_operand' is one of the scheduler's ports");
    D.ThirdOperand = countr_zero(ThirdOperand) + 1;
  }
  if (D.ResultsInTurn && !D.OneResult)
    return Y.error(N["results_in_turn"],
                   "'results_in_turn' needs 'one_result'");
  if (D.WaitStep != 0 && D.PerCycle == 0)
    return Y.error(N["wait_step"], "'wait_step' needs 'per_cycle'");
  uint64_t Taken = 0;
  for (const SchedulerDecl &Other : S->Schedulers) {
    Taken |= Other.Ports;
    if (D.Queue != 0 && Other.Queue != 0 && D.Queue != Other.Queue)
      return Y.error(N["queue"], "schedulers share one queue: give all of them "
                                 "the same number of entries");
  }
  for (const auto &[I, P] : enumerate(S->Ports))
    if (Taken & D.Ports & PortSet::single(I).bits())
      return Y.error(N["ports"], "port '" + P.Name + "' is in two schedulers");
  S->Schedulers.push_back(D);
  return Error::success();
}

Error ModelParser::parseLengthChanging(const Node &N) {
  ModelTables &T = S->Tables;
  T.HasLengthChanging = true;
  return parseSourced(N, "length_changing", {"match"}, T.LengthChangingSource,
                      [&](StringRef, const Node &V) {
                        return parseOpcodeRange(V, T.LengthChangingBegin,
                                                T.LengthChangingEnd);
                      });
}

Error ModelParser::parsePortChoice(const Node &N) {
  ModelTables &T = S->Tables;
  return parseSourced(
      N, "port_choice", {"value"}, T.ChoiceSource,
      [&](StringRef, const Node &V) -> Error {
        std::string Name;
        KB_SET(Name, Y.string(V, "port_choice"));
        T.Choice = StringSwitch<PortChoice>(Name)
                       .Case("at-dispatch", PortChoice::AtDispatch)
                       .Case("at-rename", PortChoice::AtRename)
                       .Case("at-rename-late", PortChoice::AtRenameLate)
                       .Case("in-cycle", PortChoice::InCycle)
                       .Case("in-cycle-in-turn", PortChoice::InCycleInTurn)
                       .Default(PortChoice::Unknown);
        if (T.Choice == PortChoice::Unknown)
          return Y.error(V, "unknown port_choice '" + Name +
                                "'; known are at-dispatch, at-rename, "
                                "at-rename-late, in-cycle, in-cycle-in-turn");
        return Error::success();
      });
}

Error ModelParser::parseCompat(const Node &N) {
  ModelTables &T = S->Tables;
  return Y.forEachKey(
      N, "compat", {"osaca2019"}, [&](StringRef, const Node &V) -> Error {
        T.HasCompat = true;
        return parseSourced(
            V, "osaca2019", {"load_latency", "store_latency", "store_uops?"},
            T.CompatSource, [&](StringRef Key, const Node &X) -> Error {
              if (Key == "store_uops")
                return parseUops(X, T.CompatFirstUop, T.CompatNumUops);
              KB_SET((Key == "load_latency" ? T.CompatLoadLatency
                                            : T.CompatStoreLatency),
                     Y.integer(X, Key, 0, 1000));
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
      {"aliasing", &ModelParser::parseAliasing},
      {"executed_width", &ModelParser::parseExecutedWidth},
      {"memory_operands", &ModelParser::parseMemoryOperands},
      {"store_commit", &ModelParser::parseStoreCommit},
      {"access_pair", &ModelParser::parseAccessPair},
      {"update_extra", &ModelParser::parseUpdateExtra},
      {"caches", &ModelParser::parseCaches},
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
  if (Error E = List("rename_limits",
                     [&](const Node &N) { return parseRenameLimit(N); }))
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

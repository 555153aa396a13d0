//===- InstructionParser.cpp - Instructions of a model file ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Entries of `instructions:`, and what rules share with them: port sets,
/// micro-ops, patterns of opcodes.
/// Tested by unittests/Model/ModelLoaderTest.cpp and test/Model/errors.
//
//===----------------------------------------------------------------------===//

#include "ModelParser.h"
#include "kernel-bounds/Model/PortSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace kernelbounds;
using namespace llvm;

Expected<uint64_t> ModelParser::parsePortSet(const Node &N) {
  if (!N.IsSequence() || N.size() == 0)
    return Y.error(N, "expected a list of one or more ports");
  PortSet Set;
  for (const Node &Child : N) {
    std::string Name;
    KB_SET(Name, Y.string(Child, "port"));
    auto It =
        find_if(S->Ports, [&](const PortDecl &P) { return P.Name == Name; });
    if (It == S->Ports.end())
      return Y.error(Child, "unknown port '" + Name + "'");
    Set.insert(It - S->Ports.begin());
  }
  return Set.bits();
}

Error ModelParser::parseUop(const Node &N) {
  UopSpec U{0, 1, 0, 1, UopKind::Compute};
  if (Error E = requireKey(N, "ports", "a micro-op"))
    return E;
  Error E = Y.forEachKey(
      N, "a micro-op", {"ports", "count", "cycles", "expected", "kind"},
      [&](StringRef Key, const Node &V) -> Error {
        if (Key == "ports")
          KB_SET(U.Ports, parsePortSet(V));
        else if (Key == "count")
          KB_SET(U.Count, Y.integer(V, "count", 1, 255));
        else if (Key == "cycles")
          KB_SET(U.Cycles, Y.integer(V, "cycles", 1, 10000));
        else if (Key == "expected")
          KB_SET(U.Expected, Y.integer(V, "expected", 1, 10000));
        else {
          std::string Kind;
          KB_SET(Kind, Y.string(V, "kind"));
          auto K = StringSwitch<std::optional<UopKind>>(Kind)
                       .Case("compute", UopKind::Compute)
                       .Case("load", UopKind::Load)
                       .Case("store-address", UopKind::StoreAddress)
                       .Case("store-data", UopKind::StoreData)
                       .Default(std::nullopt);
          if (!K)
            return Y.error(V, "unknown kind '" + Kind +
                                  "'; known are compute, load, store-address, "
                                  "store-data");
          U.Kind = *K;
        }
        return Error::success();
      });
  if (E)
    return E;
  if (U.Expected != 0 && U.Expected <= U.Cycles)
    return Y.error(N["expected"], "'expected' is not more than 'cycles', which "
                                  "is " +
                                      std::to_string(U.Cycles));
  S->Uops.push_back(U);
  return Error::success();
}

Error ModelParser::parseUops(const Node &N, uint32_t &First, uint16_t &Count) {
  First = S->Uops.size();
  if (Error E = Y.forEachItem(N, "uops",
                              [&](const Node &Uop) { return parseUop(Uop); }))
    return E;
  Count = S->Uops.size() - First;
  return Error::success();
}

Error ModelParser::parseLatency(const Node &N, LatencySpec &L) {
  auto Cycles = [&](const Node &V) {
    return Y.integer(V, "latency", 0, 10000);
  };
  if (N.IsScalar()) {
    int16_t All;
    KB_SET(All, Cycles(N));
    L = {All, All, All, All, All, All, All, All, All, 0};
    return Error::success();
  }
  if (Error E = requireKey(N, "data", "latency"))
    return E;
  int16_t Data;
  KB_SET(Data, Cycles(N["data"]));
  L = {Data, Data, Data, Data, Data, Data, Data, Data, Data, 0};
  return Y.forEachKey(N, "latency",
                      {"data", "accumulator", "merge", "mask", "flags", "high",
                       "index", "to_flags", "to_high", "expected"},
                      [&](StringRef Key, const Node &V) -> Error {
                        int16_t &Field = Key == "accumulator" ? L.Accumulator
                                         : Key == "merge"     ? L.Merge
                                         : Key == "mask"      ? L.Mask
                                         : Key == "flags"     ? L.Flags
                                         : Key == "high"      ? L.High
                                         : Key == "index"     ? L.Index
                                         : Key == "to_flags"  ? L.ToFlags
                                         : Key == "to_high"   ? L.ToHigh
                                         : Key == "expected"  ? L.Expected
                                                              : L.Data;
                        KB_SET(Field, Cycles(V));
                        if (Key == "expected" && Field <= Data)
                          return Y.error(V, "'expected' is not more than "
                                            "'data', which is " +
                                                std::to_string(Data));
                        return Error::success();
                      });
}

Error ModelParser::parseWhen(const Node &N, InstEntry &I) {
  EntryCondition &C = I.When;
  auto Parse = [&](StringRef Key, const Node &V) -> Error {
    if (C != EntryCondition::Always)
      return Y.error(V, "only one condition may stand in 'when'");
    if (Key == "conditions") {
      C = EntryCondition::ConditionCode;
      return parseConditions(V, I.Conditions);
    }
    std::string Value;
    KB_SET(Value, Y.string(V, Key));
    auto Found =
        StringSwitch<std::optional<EntryCondition>>((Key + "=" + Value).str())
            .Case("idiom=zero", EntryCondition::ZeroIdiom)
            .Case("idiom=ones", EntryCondition::OnesIdiom)
            .Case("lea=simple", EntryCondition::LeaSimple)
            .Case("lea=complex", EntryCondition::LeaComplex)
            .Case("lea=scaled", EntryCondition::LeaScaled)
            .Case("lea=displaced", EntryCondition::LeaDisplaced)
            .Case("lea=rip-relative", EntryCondition::LeaRipRelative)
            .Case("shifted=true", EntryCondition::Shifted)
            .Case("move=true", EntryCondition::Move)
            .Case("same_register=true", EntryCondition::SameRegister)
            .Case("same_sources=true", EntryCondition::SameSources)
            .Default(std::nullopt);
    if (!Found)
      return Y.error(V, "unknown value '" + Value + "' for '" + Key + "'");
    C = *Found;
    return Error::success();
  };
  return Y.forEachKey(N, "when",
                      {"idiom", "lea", "shifted", "move", "same_register",
                       "same_sources", "conditions"},
                      Parse);
}

Error ModelParser::parseOpcodes(const Node &N, std::vector<uint32_t> &Out) {
  auto One = [&](const Node &Pattern) -> Error {
    std::string Text;
    KB_SET(Text, Y.string(Pattern, "an opcode pattern"));
    size_t Before = Out.size();
    std::string Problem = Matcher->match(Text, Out);
    if (!Problem.empty())
      return Y.error(Pattern,
                     "'" + Text + "' is no regular expression: " + Problem);
    if (Out.size() == Before)
      return Y.error(Pattern, "unknown opcode: '" + Text +
                                  "' matches no instruction of " +
                                  S->Tables.Target);
    return Error::success();
  };
  if (N.IsSequence()) {
    if (Error E = Y.forEachItem(N, "match", One))
      return E;
  } else if (Error E = One(N)) {
    return E;
  }
  llvm::sort(Out);
  Out.erase(llvm::unique(Out), Out.end());
  return Error::success();
}

Error ModelParser::parseOpcodeRange(const Node &N, uint32_t &Begin,
                                    uint32_t &End) {
  std::vector<uint32_t> Opcodes;
  if (Error E = parseOpcodes(N, Opcodes))
    return E;
  Begin = S->OpcodePool.size();
  append_range(S->OpcodePool, Opcodes);
  End = S->OpcodePool.size();
  return Error::success();
}

Error ModelParser::parseInstruction(const Node &N) {
  InstEntry I{};
  I.Line = N.Mark().line + 1;
  for (StringRef Key : {"match", "source"})
    if (Error E = requireKey(N, Key, "an instruction"))
      return E;
  std::vector<uint32_t> Opcodes;
  auto SetAttr = [&](const Node &V, StringRef Key, EntryAttr A) -> Error {
    bool On;
    KB_SET(On, Y.boolean(V, Key));
    I.Attrs |= On ? A : 0;
    return Error::success();
  };
  Error E = Y.forEachKey(
      N, "an instruction",
      {"match", "source", "spread", "uops", "latency", "issue_slots", "when",
       "memory", "dependency_breaking", "false_dependence", "eliminated"},
      [&](StringRef Key, const Node &V) -> Error {
        if (Key == "match")
          return parseOpcodes(V, Opcodes);
        if (Key == "uops") {
          I.Attrs |= EA_HasUops;
          return parseUops(V, I.FirstUop, I.NumUops);
        }
        if (Key == "latency") {
          I.Attrs |= EA_HasLatency;
          return parseLatency(V, I.Latency);
        }
        if (Key == "dependency_breaking")
          return SetAttr(V, Key, EA_DependencyBreaking);
        if (Key == "false_dependence")
          return SetAttr(V, Key, EA_FalseDependence);
        if (Key == "eliminated") {
          if (Error Fault = SetAttr(V, Key, EA_Eliminated))
            return Fault;
          I.Attrs |= I.has(EA_Eliminated) ? 0 : EA_Executed;
          return Error::success();
        }
        if (Key == "source")
          KB_SET(I.Source, parseSource(V));
        else if (Key == "spread")
          return Error::success(); // With the source, below.
        else if (Key == "when")
          return parseWhen(V, I);
        else if (Key == "issue_slots") {
          KB_SET(I.IssueSlots, Y.integer(V, Key, 0, 255));
          I.Attrs |= EA_HasIssueSlots;
        } else { // memory
          std::string Mode;
          KB_SET(Mode, Y.string(V, Key));
          if (Mode != "explicit")
            return Y.error(V, "expected 'explicit' for 'memory', not '" + Mode +
                                  "'");
          I.Attrs |= EA_ExplicitMemory;
        }
        return Error::success();
      });
  if (E)
    return E;
  KB_SET(I.Source, withSpread(I.Source, N));
  if (I.has(EA_ExplicitMemory) && !(I.has(EA_HasUops) && I.has(EA_HasLatency)))
    return Y.error(N, "'memory: explicit' needs 'uops' and 'latency'");
  if (S->Entries.size() > UINT16_MAX)
    return Y.error(N, "too many instructions in one file");
  for (uint32_t Opcode : Opcodes)
    EntriesOf[Opcode].push_back(S->Entries.size());
  S->Entries.push_back(I);
  return Error::success();
}

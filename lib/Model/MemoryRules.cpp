//===- MemoryRules.cpp - Rules of memory accesses in a model file ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parts of a model file that speak of memory: `loads`, `stores`,
/// `forwarding`, `writeback`, `atomic`, `store_commit`, `access_pair`,
/// `update_extra` and `line_crossing`.
//
//===----------------------------------------------------------------------===//

#include "ModelParser.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A condition that is true or false, and where it may stand.
struct Tristate {
  StringLiteral Key;
  int8_t MemoryRule::*Field;
  enum { Both, Access, Forwarding } In = Forwarding;
};

/// A condition that is a number.
struct Limit {
  StringLiteral Key;
  uint16_t MemoryRule::*Field;
  bool IsForwarding = true;
};

constexpr Tristate Tristates[] = {
    {"indexed", &MemoryRule::Indexed, Tristate::Both},
    {"update", &MemoryRule::Update, Tristate::Both},
    {"gather", &MemoryRule::Gather, Tristate::Access},
    {"chase", &MemoryRule::Chase, Tristate::Access},
    {"scaled", &MemoryRule::Scaled, Tristate::Access},
    {"complex", &MemoryRule::Complex, Tristate::Access},
    {"partial", &MemoryRule::Partial},
    {"shifted", &MemoryRule::Shifted},
    {"same_operand", &MemoryRule::SameOperand},
    {"same_width", &MemoryRule::SameWidth},
    {"stack", &MemoryRule::OnStack},
    {"computes", &MemoryRule::Computes},
    {"sign_extended", &MemoryRule::SignExtended},
    {"newest", &MemoryRule::Newest},
    {"store_indexed", &MemoryRule::StoreIndexed},
    {"whole_words", &MemoryRule::WholeWords},
    {"from_computed", &MemoryRule::FromComputed},
    {"pc_relative", &MemoryRule::PcRelative},
};

constexpr Limit Limits[] = {
    {"min_width", &MemoryRule::MinWidth, false},
    {"max_width", &MemoryRule::MaxWidth, false},
    {"min_store_width", &MemoryRule::MinStoreWidth},
    {"max_store_width", &MemoryRule::MaxStoreWidth},
    {"min_distance", &MemoryRule::MinDistance},
    {"max_distance", &MemoryRule::MaxDistance},
    {"max_stores", &MemoryRule::MaxStores},
};

} // namespace

Error ModelParser::parseMemoryCondition(const Node &N, MemoryRule &Rule,
                                        bool IsForwarding) {
  SmallVector<StringRef, 32> Keys = {"class"};
  const auto NotHere = IsForwarding ? Tristate::Access : Tristate::Forwarding;
  for (const Tristate &T : Tristates)
    if (T.In != NotHere)
      Keys.push_back(T.Key);
  for (const Limit &L : Limits)
    if (IsForwarding || !L.IsForwarding)
      Keys.push_back(L.Key);
  if (IsForwarding)
    Keys.append({"from", "match"});
  return Y.forEachKey(
      N, "when", Keys, [&](StringRef Key, const Node &V) -> Error {
        if (Key == "match")
          return parseOpcodeRange(V, Rule.OpcodesBegin, Rule.OpcodesEnd);
        for (const Tristate &T : Tristates)
          if (T.Key == Key) {
            KB_SET(Rule.*T.Field, parseTristate(V, Key));
            return Error::success();
          }
        for (const Limit &L : Limits)
          if (L.Key == Key) {
            KB_SET(Rule.*L.Field, Y.integer(V, Key, 0, 4096));
            return Error::success();
          }
        std::string Class;
        KB_SET(Class, Y.string(V, Key));
        if (Class != "gpr" && Class != "vector")
          return Y.error(V, "expected 'gpr' or 'vector' for '" + Key.str() +
                                "', not '" + Class + "'");
        (Key == "from" ? Rule.FromVector : Rule.Vector) = Class == "vector";
        return Error::success();
      });
}

Error ModelParser::parseMemoryRule(const Node &N,
                                   std::vector<MemoryRule> &Rules) {
  MemoryRule Rule;
  Rule.Line = N.Mark().line + 1;
  Error E =
      parseSourced(N, "a memory rule", {"when?", "latency", "uops"},
                   Rule.Source, [&](StringRef Key, const Node &V) -> Error {
                     if (Key == "when")
                       return parseMemoryCondition(V, Rule, false);
                     if (Key == "uops")
                       return parseUops(V, Rule.FirstUop, Rule.NumUops);
                     KB_SET(Rule.Latency, Y.integer(V, Key, 0, 10000));
                     return Error::success();
                   });
  if (!E)
    Rules.push_back(Rule);
  return E;
}

/// A rule without micro-ops: the store and the load have theirs.
Error ModelParser::parseForwarding(const Node &N) {
  MemoryRule Rule;
  Rule.Line = N.Mark().line + 1;
  if (Error E = parseSourced(
          N, "a forwarding rule", {"when?", "latency", "expected?", "crowded?"},
          Rule.Source, [&](StringRef Key, const Node &V) -> Error {
            if (Key == "when")
              return parseMemoryCondition(V, Rule, true);
            KB_SET((Key == "latency"    ? Rule.Latency
                    : Key == "expected" ? Rule.Expected
                                        : Rule.Crowded),
                   Y.integer(V, Key, 0, 10000));
            return Error::success();
          }))
    return E;
  for (const auto &[Key, Cycles] :
       {std::pair("expected", Rule.Expected), {"crowded", Rule.Crowded}})
    if (N[Key] && Cycles <= Rule.Latency)
      return Y.error(N[Key], "'" + std::string(Key) +
                                 "' is not more than 'latency', which is " +
                                 std::to_string(Rule.Latency));
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
  S->Tables.HasAtomic = true;
  return parseSourced(N, "'atomic'", {"uops"}, Rule.Source,
                      [&](StringRef, const Node &V) {
                        return parseUops(V, Rule.FirstUop, Rule.NumUops);
                      });
}

Error ModelParser::parseStoreExtra(const Node &N, StringRef What,
                                   MemoryRule &Rule) {
  Rule.Line = N.Mark().line + 1;
  return parseSourced(N, What, {"min_width?", "uops"}, Rule.Source,
                      [&](StringRef Key, const Node &V) -> Error {
                        if (Key == "uops")
                          return parseUops(V, Rule.FirstUop, Rule.NumUops);
                        KB_SET(Rule.MinWidth, Y.integer(V, Key, 0, 4096));
                        return Error::success();
                      });
}

Error ModelParser::parseStoreCommit(const Node &N) {
  S->Tables.HasStoreCommit = true;
  return parseStoreExtra(N, "'store_commit'", S->Tables.StoreCommit);
}

Error ModelParser::parseAccessPair(const Node &N) {
  S->Tables.HasAccessPair = true;
  return parseStoreExtra(N, "'access_pair'", S->Tables.AccessPair);
}

Error ModelParser::parseUpdateExtra(const Node &N) {
  S->Tables.HasUpdateExtra = true;
  return parseStoreExtra(N, "'update_extra'", S->Tables.UpdateExtra);
}

Error ModelParser::parseLineCrossing(const Node &N) {
  LineCrossingRule &Rule = S->Tables.LineCrossing;
  Rule.Line = N.Mark().line + 1;
  S->Tables.HasLineCrossing = true;
  return parseSourced(
      N, "'line_crossing'",
      {"load", "store", "store_every?", "commit?", "page_load?", "page_store?",
       "apart?"},
      Rule.Source, [&](StringRef Key, const Node &V) -> Error {
        if (Key == "store_every")
          KB_SET(Rule.StoreEvery, Y.integer(V, Key, 1, 64));
        else if (Key == "apart")
          KB_SET(Rule.IsApart, Y.boolean(V, Key));
        else if (Key == "commit")
          KB_SET(Rule.CommitCycles, Y.integer(V, Key, 1, 100));
        else if (Key.starts_with("page"))
          KB_SET(
              (Key == "page_load" ? Rule.PageLoadCycles : Rule.PageStoreCycles),
              Y.integer(V, Key, 1, 250));
        else
          KB_SET((Key == "load" ? Rule.LoadCycles : Rule.StoreCycles),
                 Y.integer(V, Key, 0, 100));
        return Error::success();
      });
}

Error ModelParser::parseExecutedWidth(const Node &N) {
  ExecutedWidthRule &Rule = S->Tables.ExecutedWidth;
  return parseSourced(N, "'executed_width'", {"ports", "per_cycle", "slots?"},
                      Rule.Source, [&](StringRef Key, const Node &V) -> Error {
                        if (Key == "ports")
                          KB_SET(Rule.Ports, parsePortSet(V));
                        else if (Key == "per_cycle")
                          KB_SET(Rule.PerCycle, Y.integer(V, Key, 1, 64));
                        else
                          KB_SET(Rule.Slots, Y.integer(V, Key, 0, 250));
                        return Error::success();
                      });
}

Error ModelParser::parseAliasing(const Node &N) {
  AliasingRule &Rule = S->Tables.Aliasing;
  Rule.Line = N.Mark().line + 1;
  S->Tables.HasAliasing = true;
  if (Error E = parseSourced(
          N, "'aliasing'",
          {"bits", "cycles", "same_start?", "sure_bits?", "in_flight?"},
          Rule.Source, [&](StringRef Key, const Node &V) -> Error {
            if (Key == "bits")
              KB_SET(Rule.Bits, Y.integer(V, Key, 3, 32));
            else if (Key == "cycles")
              KB_SET(Rule.Cycles, Y.integer(V, Key, 1, 250));
            else if (Key == "same_start")
              KB_SET(Rule.SameStart, Y.integer(V, Key, 1, 64));
            else if (Key == "sure_bits")
              KB_SET(Rule.SureBits, Y.integer(V, Key, 4, 48));
            else
              KB_SET(Rule.InFlight, Y.integer(V, Key, 0, 250));
            return Error::success();
          }))
    return E;
  if (Rule.SureBits != 0 && Rule.SureBits <= Rule.Bits)
    return Y.error(N["sure_bits"], "'sure_bits' must be more than 'bits'");
  return Error::success();
}

Error ModelParser::parseMemoryOperands(const Node &N) {
  MemoryOperandRule &Rule = S->Tables.MemoryOperand;
  if (Error E = parseSourced(
          N, "'memory_operands'", {"of", "ports"}, Rule.Source,
          [&](StringRef Key, const Node &V) -> Error {
            KB_SET((Key == "of" ? Rule.Of : Rule.Ports), parsePortSet(V));
            return Error::success();
          }))
    return E;
  if ((Rule.Ports & ~Rule.Of) != 0)
    return Y.error(N["ports"], "'ports' has a port that 'of' does not have");
  return Error::success();
}

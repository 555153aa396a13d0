//===- YamlReader.cpp - Typed access to YAML nodes ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Scalars, lists and maps with located errors.
/// Tested by unittests/Model/ModelLoaderTest.cpp and test/Model/errors.
//
//===----------------------------------------------------------------------===//

#include "YamlReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace kernelbounds;
using namespace llvm;

Error YamlReader::error(const YAML::Mark &Mark, const Twine &Message) const {
  std::string Place = File.str();
  if (!Mark.is_null())
    Place += ":" + std::to_string(Mark.line + 1) + ":" +
             std::to_string(Mark.column + 1);
  return createStringError(inconvertibleErrorCode(), Place + ": " + Message);
}

static std::string kindOf(const YAML::Node &N) {
  switch (N.Type()) {
  case YAML::NodeType::Null:
    return "nothing";
  case YAML::NodeType::Scalar:
    return "'" + N.Scalar() + "'";
  case YAML::NodeType::Sequence:
    return "a list";
  case YAML::NodeType::Map:
    return "a map";
  case YAML::NodeType::Undefined:
    break;
  }
  return "nothing";
}

Error YamlReader::forEachKey(
    const YAML::Node &N, StringRef What, ArrayRef<StringRef> Keys,
    function_ref<Error(StringRef, const YAML::Node &)> Field) const {
  if (!N.IsMap())
    return error(N, "expected a map for " + What + ", not " + kindOf(N));
  std::set<std::string> Seen;
  for (const auto &KV : N) {
    if (!KV.first.IsScalar())
      return error(KV.first, "expected a key of " + What);
    const std::string &Key = KV.first.Scalar();
    if (!is_contained(Keys, StringRef(Key)))
      return error(KV.first, "unknown key '" + Key + "' in " + What +
                                 "; known are " + join(Keys, ", "));
    if (!Seen.insert(Key).second)
      return error(KV.first, "key '" + Key + "' stands twice in " + What);
    if (Error E = Field(Key, KV.second))
      return E;
  }
  return Error::success();
}

Error YamlReader::forEachItem(
    const YAML::Node &N, StringRef What,
    function_ref<Error(const YAML::Node &)> Item) const {
  if (!N.IsSequence())
    return error(N, "expected a list for " + What + ", not " + kindOf(N));
  for (const YAML::Node &Child : N)
    if (Error E = Item(Child))
      return E;
  return Error::success();
}

Expected<std::string> YamlReader::string(const YAML::Node &N,
                                         StringRef What) const {
  if (!N.IsScalar() || N.Scalar().empty())
    return error(N, "expected a name for " + What + ", not " + kindOf(N));
  return N.Scalar();
}

Expected<SmallVector<std::string, 2>>
YamlReader::stringOrList(const YAML::Node &N, StringRef What) const {
  SmallVector<std::string, 2> Out;
  if (N.IsScalar()) {
    Out.push_back(N.Scalar());
    return Out;
  }
  Error E = forEachItem(N, What, [&](const YAML::Node &Child) -> Error {
    Expected<std::string> S = string(Child, What);
    if (!S)
      return S.takeError();
    Out.push_back(*S);
    return Error::success();
  });
  if (E)
    return std::move(E);
  return Out;
}

Expected<int64_t> YamlReader::integer(const YAML::Node &N, StringRef What,
                                      int64_t Min, int64_t Max) const {
  int64_t Value;
  if (!N.IsScalar() || StringRef(N.Scalar()).getAsInteger(10, Value))
    return error(N,
                 "expected a whole number for " + What + ", not " + kindOf(N));
  if (Value < Min || Value > Max)
    return error(N, What + " must lie between " + Twine(Min) + " and " +
                        Twine(Max) + ", not " + Twine(Value));
  return Value;
}

Expected<int64_t> YamlReader::hundredths(const YAML::Node &N, StringRef What,
                                         int64_t Min, int64_t Max) const {
  const StringRef Text = N.IsScalar() ? StringRef(N.Scalar()) : "";
  const auto [Whole, Part] = Text.split('.');
  unsigned Units = 0, Rest = 0;
  if (Whole.getAsInteger(10, Units) || Units > 1000000 || Part.size() > 2 ||
      (Part.empty() ? Text.contains('.') : Part.getAsInteger(10, Rest)))
    return error(N, "expected a number with at most two decimals for " + What +
                        ", not " + kindOf(N));
  const int64_t Value =
      int64_t(Units) * 100 + Rest * (Part.size() == 1 ? 10 : 1);
  if (Value < Min || Value > Max)
    return error(N, What + " must lie between " + Twine(Min / 100) + " and " +
                        Twine(Max / 100) + ", not " + Text);
  return Value;
}

Expected<bool> YamlReader::boolean(const YAML::Node &N, StringRef What) const {
  if (N.IsScalar() && (N.Scalar() == "true" || N.Scalar() == "false"))
    return N.Scalar() == "true";
  return error(N, "expected true or false for " + What + ", not " + kindOf(N));
}

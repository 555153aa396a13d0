//===- OptionTable.cpp - Reading the options of a command -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

using namespace kernelbounds;
using namespace llvm;
using namespace llvm::opt;

char UsageError::ID;

Expected<InputArgList>
kernelbounds::readOptions(const OptTable &Table, ArrayRef<const char *> Args,
                          ArrayRef<OptSpecifier> Excusing) {
  unsigned MissingIndex = 0, MissingCount = 0;
  InputArgList Parsed = Table.ParseArgs(Args, MissingIndex, MissingCount);
  if (any_of(Excusing, [&](OptSpecifier Id) { return Parsed.hasArg(Id); }))
    return Parsed;
  for (const Arg *A : Parsed) {
    if (A->getOption().getKind() != Option::UnknownClass)
      continue;
    std::string Given = A->getAsString(Parsed), Nearest;
    std::string Message = "unknown option '" + Given + "'";
    if (Table.findNearest(Given, Nearest) <= 2)
      Message += "; did you mean '" + Nearest + "'?";
    return make_error<UsageError>(Message);
  }
  if (MissingCount != 0)
    return make_error<UsageError>(Twine("option '") +
                                  Parsed.getArgString(MissingIndex) +
                                  "' needs a value");
  return Parsed;
}

SplitArguments::SplitArguments(ArrayRef<const char *> Args) {
  const size_t Length =
      find_if(Args, [](const char *A) { return StringRef(A) == "--"; }) -
      Args.begin();
  Own = Args.take_front(Length);
  Command = Args.drop_front(std::min(Length + 1, Args.size()));
}

Expected<StringRef> kernelbounds::readText(const InputArgList &Args,
                                           OptSpecifier Id) {
  const Arg *A = Args.getLastArg(Id);
  if (!A)
    return StringRef();
  const StringRef Last = A->getValue();
  const StringRef Name = A->getSpelling().rtrim('=');
  if (Last.empty())
    return make_error<UsageError>("option '" + Name + "' needs a value");
  const bool IsMachine = is_contained({"--cpu", "--model", "--target"}, Name);
  for (const std::string &Other : Args.getAllArgValues(Id))
    if (IsMachine && Other != Last)
      return make_error<UsageError>("option '" + Name + "' is given twice: '" +
                                    Other + "' and '" + Last + "'");
  return Last;
}

Error kernelbounds::readTexts(const InputArgList &Args,
                              ArrayRef<TextOption> Options) {
  for (const TextOption &O : Options) {
    Expected<StringRef> Text = readText(Args, O.Id);
    if (!Text)
      return Text.takeError();
    if (!Text->empty())
      *O.Into = Text->str();
  }
  return Error::success();
}

Error kernelbounds::readNumbers(const InputArgList &Args,
                                ArrayRef<NumberOption> Options) {
  for (const NumberOption &O : Options) {
    Expected<StringRef> Text = readText(Args, O.Id);
    if (!Text)
      return Text.takeError();
    if (Text->empty() || (!Text->getAsInteger(10, *O.Into) &&
                          *O.Into >= O.Least && *O.Into <= O.Most))
      continue;
    const bool IsBounded = O.Most != NumberOption().Most || O.Least > 1;
    return make_error<UsageError>(
        Twine("expected a ") + (!IsBounded && O.Least == 1 ? "positive " : "") +
        "number " +
        (IsBounded ? "from " + std::to_string(O.Least) + " to " +
                         std::to_string(O.Most) + " "
                   : "") +
        "for '" + Args.getLastArg(O.Id)->getSpelling() + "', not '" + *Text +
        "'");
  }
  return Error::success();
}

//===- OptionTable.h - Reading the options of a command ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What all commands of kernel-opt do with their arguments: they report unknown
/// options, missing values, and values that are no number in the same words.
///
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_OPTIONTABLE_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_OPTIONTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLForwardCompat.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptSpecifier.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>

namespace llvm::opt {
class OptTable;
}

namespace kernelbounds {

/// A command line that makes no sense: exit code 2.
class UsageError : public llvm::ErrorInfo<UsageError> {
public:
  static char ID;
  explicit UsageError(const llvm::Twine &Message) : Message(Message.str()) {}
  void log(llvm::raw_ostream &OS) const override { OS << Message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string Message;
};

/// \p Args read by \p Table, which must outlive them. Fails with UsageError if
/// an option is unknown or lacks its value, unless one of \p Excusing is given:
/// --help serves also who has the rest of the line wrong.
llvm::Expected<llvm::opt::InputArgList>
readOptions(const llvm::opt::OptTable &Table, llvm::ArrayRef<const char *> Args,
            llvm::ArrayRef<llvm::opt::OptSpecifier> Excusing);

/// The options of a command that takes another one behind "--", and that one's
/// words; without "--" these are none.
struct SplitArguments {
  explicit SplitArguments(llvm::ArrayRef<const char *> Args);
  llvm::ArrayRef<const char *> Own, Command;
};

/// The value of the last option \p Id, or "" if there is none. Fails with
/// UsageError if the value is empty, and if a core, model or target is given
/// twice: the figures would be of one of them in silence.
llvm::Expected<llvm::StringRef> readText(const llvm::opt::InputArgList &Args,
                                         llvm::opt::OptSpecifier Id);

/// An option and where its text goes if it is given.
struct TextOption {
  llvm::opt::OptSpecifier Id;
  std::string *Into;
};
llvm::Error readTexts(const llvm::opt::InputArgList &Args,
                      llvm::ArrayRef<TextOption> Options);

/// Sets \p Into to the value that the last option \p Id names, if it is given.
/// Fails with UsageError, which lists the names, if it is none of \p Known.
template <typename T>
llvm::Error readChoice(
    const llvm::opt::InputArgList &Args, llvm::opt::OptSpecifier Id,
    llvm::ArrayRef<std::pair<llvm::StringRef, llvm::type_identity_t<T>>> Known,
    T &Into) {
  llvm::Expected<llvm::StringRef> Given = readText(Args, Id);
  if (!Given)
    return Given.takeError();
  if (Given->empty())
    return llvm::Error::success();
  std::string Names;
  for (const auto &[Name, Value] : Known) {
    if (Name == *Given) {
      Into = Value;
      return llvm::Error::success();
    }
    Names += (Names.empty() ? "" : ", ") + Name.str();
  }
  return llvm::make_error<UsageError>(
      "unknown value '" + *Given + "' for '" +
      Args.getLastArg(Id)->getSpelling().rtrim('=') + "'; known are " + Names);
}

/// An option and where its number goes if it is given.
struct NumberOption {
  llvm::opt::OptSpecifier Id;
  unsigned *Into;
  unsigned Least = 1;
  unsigned Most = 1000000000;
};
llvm::Error readNumbers(const llvm::opt::InputArgList &Args,
                        llvm::ArrayRef<NumberOption> Options);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_OPTIONTABLE_H

//===- CompilerCall.cpp - What a command of a build does ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Project/CompilerCallTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Project/CompilerCall.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool kernelbounds::isLauncherName(StringRef Program) {
  return is_contained({"ccache", "sccache", "distcc", "icecc"},
                      sys::path::filename(Program));
}

/// "gcc" of "/usr/bin/x86_64-linux-gnu-gcc-12".
static StringRef plainName(StringRef Program) {
  StringRef Name = sys::path::filename(Program);
  // The version: "-12", "-22.1".
  const StringRef Stem = Name.rtrim("0123456789.");
  if (Stem.size() != Name.size() && Stem.ends_with("-"))
    Name = Stem.drop_back();
  // The target: "x86_64-linux-gnu-".
  return Name.substr(Name.rfind('-') + 1);
}

bool kernelbounds::isGccName(StringRef Program) {
  return is_contained({"gcc", "g++"}, plainName(Program));
}

bool kernelbounds::isCompilerName(StringRef Program) {
  if (isLauncherName(Program))
    return true;
  return StringSwitch<bool>(plainName(Program))
      .Cases({"cc", "c++", "gcc", "g++", "clang", "clang++"}, true)
      .Cases({"gfortran", "flang", "icx", "icpx", "ifx"}, true)
      .Default(false);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Options of the compilers whose value is the next argument.
static bool takesValue(StringRef Option) {
  return StringSwitch<bool>(Option)
      .Cases({"-o", "-x", "-I", "-D", "-U", "-L", "-l", "-T", "-u", "-z"}, true)
      .Cases({"-MF", "-MT", "-MQ", "-MJ", "-J", "-e", "-b", "-B"}, true)
      .Cases({"-include", "-imacros", "-isystem", "-iquote", "-idirafter"},
             true)
      .Cases({"-iprefix", "-isysroot", "-iwithprefix", "-cxx-isystem"}, true)
      .Cases({"-Xclang", "-Xlinker", "-Xassembler", "-Xpreprocessor"}, true)
      .Cases({"-mllvm", "-arch", "-target", "--param", "-aux-info"}, true)
      .Cases({"--serialize-diagnostics", "-dumpdir", "-dumpbase"}, true)
      .Default(false);
}

/// Options with which no object is written.
static bool writesNoObject(StringRef Option) {
  return is_contained({"-E", "-S", "-M", "-MM", "-fsyntax-only", "-cc1",
                       "-cc1as", "-###", "--analyze", "-emit-ast"},
                      Option);
}

static bool isSource(StringRef File, bool &IsAssembly) {
  const StringRef Ending = sys::path::extension(File);
  IsAssembly = Ending == ".s" || Ending == ".S" || Ending == ".sx";
  return IsAssembly ||
         StringSwitch<bool>(Ending)
             .Cases({".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".cp"}, true)
             .Cases({".m", ".mm", ".i", ".ii"}, true)
             .Cases({".f", ".F", ".for", ".f90", ".F90", ".f95"}, true)
             .Cases({".F95", ".f03", ".F03", ".f08", ".F08"}, true)
             .Default(false);
}

CompilerCall kernelbounds::readCompilerCall(ArrayRef<std::string> Args) {
  CompilerCall Call;
  const size_t Num = Args.size();
  size_t &At = Call.Compiler;
  // A launcher may be a compiler's name itself, as a link to it.
  while (At + 1 < Num && isLauncherName(Args[At]) &&
         isCompilerName(Args[At + 1])) {
    const StringRef Name = sys::path::filename(Args[At]);
    Call.IsDistributed |= Name == "distcc" || Name == "icecc";
    ++At;
  }
  if (At >= Num || isLauncherName(Args[At]) || !isCompilerName(Args[At]))
    return Call;
  bool Compiles = false, IsAssembly;
  for (size_t I = At + 1; I < Num; ++I) {
    const StringRef A = Args[I];
    if (writesNoObject(A))
      return Call;
    if (A == "-c") {
      Compiles = true;
    } else if (A == "-o" && I + 1 < Num) {
      Call.Output = Args[++I];
    } else if (takesValue(A)) {
      ++I;
    } else if (A.starts_with("-o")) {
      Call.Output = A.drop_front(2).str();
    } else if (!A.starts_with("-") && isSource(A, IsAssembly)) {
      Call.Sources.push_back(A.str());
    }
  }
  if (!Compiles || Call.Output == "-" || Call.Output == "/dev/null")
    Call.Sources.clear();
  return Call;
}

std::vector<std::string> CompilerCall::objects() const {
  if (!Output.empty())
    return Sources.empty() ? std::vector<std::string>()
                           : std::vector<std::string>{Output};
  std::vector<std::string> Names;
  for (StringRef Source : Sources) {
    SmallString<128> Name(sys::path::filename(Source));
    sys::path::replace_extension(Name, "o");
    Names.push_back(std::string(Name));
  }
  return Names;
}

bool CompilerCall::isPlain() const {
  return !Sources.empty() && all_of(Sources, [](StringRef File) {
    const StringRef Ending = sys::path::extension(File);
    return Ending.starts_with(".c") || Ending.starts_with(".m") ||
           Ending == ".C" || Ending.starts_with(".i");
  });
}

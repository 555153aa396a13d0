//===- BuildVariant.cpp - Ways to compile a kernel ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/BuildVariant.h"
#include "kernel-bounds/Measure/ProcessPool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace kernelbounds;
using namespace llvm;

StringRef kernelbounds::compilerName(CompilerKind K) {
  return K == CompilerKind::Clang ? "clang" : "gcc";
}

namespace {

/// One point of the matrix, as words.
struct Point {
  StringRef Compiler, Level, March, FastMath, Unroll, Vectorizer;
};

} // namespace

static Error unknownValue(StringRef What, StringRef Value, StringRef Known) {
  return createStringError("unknown " + What + " '" + Value + "'; known are " +
                           Known);
}

static Expected<BuildVariant> makeVariant(const Point &P) {
  BuildVariant V;
  if (P.Compiler != "clang" && P.Compiler != "gcc")
    return unknownValue("compiler", P.Compiler, "clang, gcc");
  if (P.Level != "1" && P.Level != "2" && P.Level != "3")
    return unknownValue("level", P.Level, "1, 2, 3");
  if (P.FastMath != "on" && P.FastMath != "off")
    return unknownValue("fast-math", P.FastMath, "on, off");
  if (P.Vectorizer != "on" && P.Vectorizer != "off")
    return unknownValue("vectorizer", P.Vectorizer, "on, off");
  unsigned Unroll = 0;
  if (P.Unroll != "default" &&
      (P.Unroll.getAsInteger(10, Unroll) || Unroll == 0 || Unroll > 64))
    return unknownValue("unroll", P.Unroll, "default, 1 to 64");
  V.Kind = P.Compiler == "gcc" ? CompilerKind::Gcc : CompilerKind::Clang;
  V.Name = (P.Compiler + "-O" + P.Level + "-" + P.March).str();
  V.Flags = {("-O" + P.Level).str(), ("-march=" + P.March).str()};
  if (P.FastMath == "on") {
    V.Name += "-fast";
    V.Flags.push_back("-ffast-math");
  }
  if (P.Vectorizer == "off") {
    V.Name += "-scalar";
    V.Flags.push_back("-DKB_NOVECTOR");
    V.Flags.push_back("-fno-tree-vectorize");
  }
  if (Unroll != 0) {
    V.Name += ("-u" + P.Unroll).str();
    V.Flags.push_back(("-DKB_UNROLL=" + P.Unroll).str());
  }
  return V;
}

Expected<std::vector<BuildVariant>>
kernelbounds::allVariants(const VariantAxes &A) {
  std::vector<BuildVariant> All;
  for (StringRef C : A.Compilers)
    for (StringRef L : A.Levels)
      for (StringRef M : A.March)
        for (StringRef F : A.FastMath)
          for (StringRef V : A.Vectorizers)
            for (StringRef U : A.Unroll) {
              auto Made = makeVariant({C, L, M, F, U, V});
              if (!Made)
                return Made.takeError();
              All.push_back(std::move(*Made));
            }
  return All;
}

std::vector<BuildVariant> kernelbounds::defaultVariants() {
  static constexpr StringLiteral Old = "x86-64", Avx2 = "x86-64-v3",
                                 Host = "native";
  const Point Points[] = {// The levels, as they are.
                          {"clang", "1", Old, "off", "default", "on"},
                          {"clang", "2", Old, "off", "default", "on"},
                          {"clang", "2", Avx2, "off", "default", "on"},
                          {"clang", "3", Host, "off", "default", "on"},
                          {"gcc", "1", Old, "off", "default", "on"},
                          {"gcc", "2", Old, "off", "default", "on"},
                          {"gcc", "2", Host, "off", "default", "on"},
                          {"gcc", "3", Old, "off", "default", "on"},
                          {"gcc", "3", Avx2, "off", "default", "on"},
                          {"gcc", "3", Host, "off", "default", "on"},
                          // Reductions are free to be split.
                          {"clang", "3", Avx2, "on", "default", "on"},
                          {"clang", "3", Host, "on", "1", "on"},
                          {"gcc", "3", Host, "on", "default", "on"},
                          {"gcc", "3", Old, "on", "2", "on"},
                          // Unrolled.
                          {"clang", "2", Old, "off", "1", "on"},
                          {"clang", "2", Avx2, "off", "1", "on"},
                          {"clang", "3", Host, "off", "2", "on"},
                          {"gcc", "3", Avx2, "off", "4", "on"},
                          {"gcc", "3", Host, "off", "2", "on"},
                          // Scalar.
                          {"clang", "2", Old, "off", "1", "off"},
                          {"clang", "2", Host, "off", "1", "off"},
                          {"clang", "2", Host, "off", "2", "off"},
                          {"clang", "2", Avx2, "off", "4", "off"},
                          {"clang", "2", Old, "off", "8", "off"},
                          {"gcc", "2", Host, "off", "2", "off"},
                          {"gcc", "2", Old, "off", "4", "off"},
                          {"gcc", "2", Avx2, "on", "8", "off"}};
  std::vector<BuildVariant> All;
  for (const Point &P : Points)
    All.push_back(cantFail(makeVariant(P)));
  // What only clang has pragmas for.
  struct Extra {
    StringLiteral Name, Flag;
  };
  static constexpr Extra Extras[] = {{"interleave2", "-DKB_INTERLEAVE=2"},
                                     {"interleave4", "-DKB_INTERLEAVE=4"},
                                     {"distribute", "-DKB_DISTRIBUTE"},
                                     {"jam2", "-DKB_UNROLL_AND_JAM=2"}};
  for (const Extra &E : Extras)
    All.push_back({("clang-O3-native-" + E.Name).str(),
                   CompilerKind::Clang,
                   {"-O3", "-march=native", E.Flag.str()}});
  return All;
}

Expected<Compiler> kernelbounds::findCompiler(StringRef Program) {
  Compiler C;
  C.Program = findProgram(Program);
  if (C.Program.empty())
    return createStringError("compiler '" + Program + "' not found");
  SmallString<128> File;
  if (std::error_code EC = sys::fs::createTemporaryFile("kb", "txt", File))
    return createStringError("cannot make a temporary file: " + EC.message());
  FileRemover Remover(File);
  CommandResult R =
      runCommand({{C.Program, "--version"}, File.str().str(), "", 20});
  auto Buffer = MemoryBuffer::getFile(File);
  if (!R.ok() || !Buffer)
    return createStringError("cannot run '" + C.Program + "': " + R.str());
  StringRef Text = (*Buffer)->getBuffer(), Line = Text.split('\n').first;
  if (Line.contains("clang version ")) {
    C.Version = Line.split("clang version ").second.split(' ').first.str();
  } else if (Text.contains("Free Software Foundation")) {
    C.Kind = CompilerKind::Gcc;
    C.Version = Line.rsplit(' ').second.str();
  } else {
    return createStringError("'" + C.Program + "' is neither clang nor gcc");
  }
  return C;
}

//===- Lsp.cpp - kernel-opt lsp -------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The language server with this tool's analysis.
/// Tested by test/kernel-opt/lsp*.test.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "LoopPlaces.h"
#include "kernel-bounds/Editor/Server.h"
#include "llvm/Support/LSP/Logging.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

static Error checkLine(const CommandLine &Options) {
  if (!Options.Files.empty())
    return make_error<UsageError>("lsp takes no file, but '" +
                                  Options.Files.front() +
                                  "': the editor names files");
  if (Options.Cpus.size() > 1)
    return make_error<UsageError>("lsp takes one core, not a list");
  return Error::success();
}

Error kernelbounds::runLsp(ArrayRef<const char *> Args) {
  Expected<CommandLine> Options =
      parseCommandLine(Args, allReports(), /*NeedsFiles=*/false);
  if (!Options)
    return Options.takeError();
  if (Options->What != Action::Analyze)
    return runAnalyze(Args);
  if (Error E = checkLine(*Options))
    return E;
  lsp::Logger::setLogLevel(Options->Verbose ? lsp::Logger::Level::Debug
                                            : lsp::Logger::Level::Error);
  auto Analyze = [&](StringRef Object, ArrayRef<std::string> Cores,
                     StringRef Cpu) {
    CommandLine One = *Options;
    if (!Cpu.empty())
      One.Cpu = Cpu.str();
    return recordObject(One, Object, Cores);
  };
  ServerOptions Server;
  Server.Version = StringRef(versionString()).split(' ').second.str();
  Server.CommandsFolder = Options->CompileCommands;
  return runServer(stdin, outs(), Analyze, Server);
}

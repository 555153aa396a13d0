//===- Pager.cpp - Long reports on a terminal -----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As git does it: `less` ends at once if the report fits on the screen, and
/// shows colours (LESS=FRX, unless the user has set LESS).
/// Tested by test/kernel-opt/pager.test.
//
//===----------------------------------------------------------------------===//

#include "Pager.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

/// The command of the user's pager; empty: none.
static std::string pagerCommand() {
  for (StringRef Name : {"KERNEL_BOUNDS_PAGER", "PAGER"})
    if (auto Value = sys::Process::GetEnv(Name))
      return *Value == "cat" ? "" : *Value;
  return sys::findProgramByName("less") ? "less" : "";
}

Pager::Pager() {
  const std::string Command =
      isatty(STDOUT_FILENO) ? pagerCommand() : std::string();
  int Pipe[2];
  if (Command.empty() || pipe(Pipe) != 0)
    return;
  outs().flush();
  Terminal = dup(STDOUT_FILENO);
  Child = fork();
  if (Child == 0) {
    dup2(Pipe[0], STDIN_FILENO);
    for (int File : {Pipe[0], Pipe[1], Terminal})
      close(File);
    setenv("LESS", "FRX", /*replace=*/0);
    execl("/bin/sh", "sh", "-c", Command.c_str(), static_cast<char *>(nullptr));
    _exit(127);
  }
  if (Child > 0)
    dup2(Pipe[1], STDOUT_FILENO);
  close(Pipe[0]);
  close(Pipe[1]);
}

Pager::~Pager() {
  if (Child > 0) {
    outs().flush();
    // The pager reads to the end of the pipe, and writes to the terminal.
    dup2(Terminal, STDOUT_FILENO);
    while (waitpid(Child, nullptr, 0) < 0 && errno == EINTR)
      ;
  }
  if (Terminal >= 0)
    close(Terminal);
}

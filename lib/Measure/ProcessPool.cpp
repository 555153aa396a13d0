//===- ProcessPool.cpp - External commands, some at once ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/ProcessPool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Program.h"
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

std::string CommandResult::str() const {
  if (TimedOut)
    return "took too long";
  return ExitCode < 0 ? "crashed" : "exit code " + std::to_string(ExitCode);
}

/// Groups of processes that run, for endCommands(); of more commands at once
/// the rest is left out.
static std::array<std::atomic<pid_t>, 256> Groups;

static void replaceGroup(pid_t From, pid_t To) {
  for (std::atomic<pid_t> &G : Groups)
    if (pid_t Expected = From; G.compare_exchange_strong(Expected, To))
      return;
}

void kernelbounds::endCommands() {
  for (const std::atomic<pid_t> &G : Groups)
    if (const pid_t Group = G)
      kill(-Group, SIGKILL);
}

static void redirect(const std::string &File, int Fd) {
  int Open = open(File.empty() ? "/dev/null" : File.c_str(),
                  O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (Open >= 0)
    dup2(Open, Fd);
}

/// Leaves \p Cpu to others, unless there is no other.
static void avoidCpu(int Cpu) {
#ifdef __linux__
  cpu_set_t Set;
  if (Cpu < 0 || sched_getaffinity(0, sizeof(Set), &Set) != 0)
    return;
  CPU_CLR(Cpu, &Set);
  if (CPU_COUNT(&Set) != 0)
    sched_setaffinity(0, sizeof(Set), &Set);
#endif
}

void ProcessPool::start(Entry &E) {
  std::vector<char *> Args;
  Args.reserve(E.What.Args.size() + 1);
  for (std::string &A : E.What.Args)
    Args.push_back(A.data());
  Args.push_back(nullptr);
  E.Pid = fork();
  if (E.Pid < 0) {
    E.Done = true;
    return;
  }
  if (E.Pid != 0) {
    setpgid(E.Pid, E.Pid);
    replaceGroup(0, E.Pid);
    return;
  }
  setpgid(0, 0); // So that setPaused() reaches what the command starts.
  std::signal(SIGALRM, SIG_DFL);
  alarm(E.What.TimeLimit); // Lives on through exec.
  avoidCpu(Spare);
  if (const rlim_t Most = E.What.MostFileBytes) {
    const rlimit Limit = {Most, Most};
    setrlimit(RLIMIT_FSIZE, &Limit);
  }
  redirect("", STDIN_FILENO);
  redirect(E.What.Output, STDOUT_FILENO);
  redirect(E.What.Errors, STDERR_FILENO);
  if (!E.What.Directory.empty() && chdir(E.What.Directory.c_str()) != 0)
    _exit(127);
  execvp(Args[0], Args.data());
  _exit(127);
}

/// \returns whether the command has ended.
bool ProcessPool::collect(Entry &E, bool Block) {
  int Status = 0;
  struct rusage Usage = {};
  pid_t Pid = 0;
  do
    Pid = wait4(E.Pid, &Status, Block ? 0 : WNOHANG, &Usage);
  while (Pid < 0 && errno == EINTR);
  if (Pid == 0)
    return false;
  E.Done = true;
  replaceGroup(E.Pid, 0);
  if (Pid < 0)
    return true;
  if (WIFEXITED(Status))
    E.Result.ExitCode = WEXITSTATUS(Status);
  if (WIFSIGNALED(Status))
    E.Result.Signal = WTERMSIG(Status);
  E.Result.TimedOut = WIFSIGNALED(Status) && WTERMSIG(Status) == SIGALRM;
  if (E.Result.TimedOut)
    kill(-E.Pid, SIGKILL); // What it has started knows no time limit.
  auto Seconds = [](const timeval &T) { return T.tv_sec + T.tv_usec * 1e-6; };
  E.Result.Seconds = Seconds(Usage.ru_utime) + Seconds(Usage.ru_stime);
  return true;
}

ProcessPool::~ProcessPool() {
  for (size_t I : Running) {
    kill(-Entries[I].Pid, SIGKILL);
    collect(Entries[I], /*Block=*/true);
  }
}

void ProcessPool::setPaused(bool Paused) {
  for (size_t I : Running)
    kill(-Entries[I].Pid, Paused ? SIGSTOP : SIGCONT);
}

size_t ProcessPool::add(ExternalCommand C) {
  Entries.push_back({std::move(C), {}, 0, false});
  pump();
  return Entries.size() - 1;
}

void ProcessPool::pump() {
  llvm::erase_if(
      Running, [&](size_t I) { return collect(Entries[I], /*Block=*/false); });
  while (Running.size() < Slots && NextToStart < Entries.size()) {
    Entry &E = Entries[NextToStart];
    start(E);
    if (!E.Done)
      Running.push_back(NextToStart);
    ++NextToStart;
  }
}

const CommandResult &ProcessPool::wait(size_t Ticket) {
  pump();
  while (!Entries[Ticket].Done) {
    // Sleep until any of the children has ended, and leave it to pump().
    siginfo_t Info;
    if (waitid(P_ALL, 0, &Info, WEXITED | WNOWAIT) < 0 && errno != EINTR)
      break;
    pump();
  }
  return Entries[Ticket].Result;
}

CommandResult kernelbounds::runCommand(ExternalCommand C) {
  ProcessPool One(1, -1);
  return One.wait(One.add(std::move(C)));
}

std::string kernelbounds::findProgram(StringRef Program) {
  ErrorOr<std::string> Path = sys::findProgramByName(Program);
  return Path ? *Path : "";
}

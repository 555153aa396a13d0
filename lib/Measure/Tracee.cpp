//===- Tracee.cpp - A program under single-stepping -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Addresses are not randomized, so that two runs record the same.
///
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/Tracee.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

char NotPermitted::ID = 0;

/// By which the child says that it may not be traced.
constexpr int CannotTrace = 77;
/// By which it says that it could not start the program.
constexpr int CannotStart = 127;

static Error systemError(const Twine &What) {
  if (errno == EPERM || errno == EACCES)
    return make_error<NotPermitted>();
  return createStringError(What + ": " + std::strerror(errno));
}

[[noreturn]] static void becomeProgram(const char *Program) {
  if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) < 0)
    _exit(CannotTrace);
  personality(ADDR_NO_RANDOMIZE); // Nice to have.
  int Null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (Null >= 0) {
    dup2(Null, STDIN_FILENO);
    dup2(Null, STDOUT_FILENO);
  }
  execl(Program, Program, static_cast<char *>(nullptr));
  _exit(CannotStart);
}

Expected<std::unique_ptr<Tracee>> Tracee::attach(pid_t Pid) {
  std::unique_ptr<Tracee> T(new Tracee);
  int Status = 0;
  if (waitpid(Pid, &Status, 0) < 0)
    return systemError("waitpid");
  // seccomp may kill the child for its request.
  if (WIFSIGNALED(Status) ||
      (WIFEXITED(Status) && WEXITSTATUS(Status) == CannotTrace))
    return make_error<NotPermitted>();
  if (!WIFSTOPPED(Status))
    return createStringError("cannot start the program");
  T->Pid = Pid;
  if (ptrace(PTRACE_SETOPTIONS, Pid, nullptr, PTRACE_O_EXITKILL) < 0 ||
      ptrace(PTRACE_GETREGS, Pid, nullptr, &T->Regs) < 0)
    return systemError("ptrace");
  return T;
}

Expected<std::unique_ptr<Tracee>> Tracee::start(StringRef Program) {
  std::string Path = Program.str();
  pid_t Pid = fork();
  if (Pid < 0)
    return systemError("fork");
  if (Pid == 0)
    becomeProgram(Path.c_str());
  auto T = attach(Pid);
  if (!T)
    return handleExpected(
        std::move(T),
        [&]() -> Expected<std::unique_ptr<Tracee>> {
          return createStringError("cannot start " + Path);
        },
        [](const StringError &) {});
  if (Error E = (*T)->findBias(Path))
    return std::move(E);
  return T;
}

Expected<std::unique_ptr<Tracee>> Tracee::start(function_ref<void()> Body) {
  pid_t Pid = fork();
  if (Pid < 0)
    return systemError("fork");
  if (Pid == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) < 0)
      _exit(CannotTrace);
    raise(SIGSTOP);
    Body();
    _exit(0);
  }
  return attach(Pid);
}

Tracee::~Tracee() {
  if (Pid <= 0 || Exited)
    return;
  kill(Pid, SIGKILL);
  waitpid(Pid, nullptr, 0);
}

/// The kernel tells where it put the entry point, the file where it should be.
Error Tracee::findBias(StringRef Program) {
  auto Auxv = MemoryBuffer::getFileAsStream("/proc/" + Twine(Pid) + "/auxv");
  auto File = MemoryBuffer::getFileSlice(Program, sizeof(Elf64_Ehdr), 0);
  if (!Auxv || !File || (*File)->getBufferSize() < sizeof(Elf64_Ehdr))
    return createStringError("cannot tell where " + Program + " was loaded");
  Elf64_Ehdr Header;
  std::memcpy(&Header, (*File)->getBufferStart(), sizeof(Header));
  StringRef Vector = (*Auxv)->getBuffer();
  for (; Vector.size() >= 16; Vector = Vector.drop_front(16))
    if (support::endian::read64le(Vector.data()) == AT_ENTRY)
      Bias = support::endian::read64le(Vector.data() + 8) - Header.e_entry;
  return Error::success();
}

Error Tracee::resume(int Request) {
  if (ptrace(static_cast<__ptrace_request>(Request), Pid, nullptr, nullptr) < 0)
    return systemError("ptrace");
  int Status = 0;
  if (waitpid(Pid, &Status, 0) < 0)
    return systemError("waitpid");
  if (WIFEXITED(Status)) {
    Exited = true;
    ExitCode = WEXITSTATUS(Status);
    return Error::success();
  }
  if (!WIFSTOPPED(Status) || WSTOPSIG(Status) != SIGTRAP) {
    Exited = WIFSIGNALED(Status);
    int Signal = Exited ? WTERMSIG(Status) : WSTOPSIG(Status);
    return createStringError(Twine("the program was stopped by signal ") +
                             Twine(Signal));
  }
  if (ptrace(PTRACE_GETREGS, Pid, nullptr, &Regs) < 0)
    return systemError("ptrace");
  return Error::success();
}

Error Tracee::step() { return resume(PTRACE_SINGLESTEP); }

Error Tracee::run() {
  if (Error E = resume(PTRACE_CONT))
    return E;
  if (Exited)
    return Error::success();
  if (!Replaced.contains(Regs.rip - 1))
    return createStringError("the program has a breakpoint of its own");
  --Regs.rip;
  if (ptrace(PTRACE_SETREGS, Pid, nullptr, &Regs) < 0)
    return systemError("ptrace");
  return removeBreak(Regs.rip);
}

Expected<uint64_t> Tracee::readWord(uint64_t Address) const {
  errno = 0;
  long Word = ptrace(PTRACE_PEEKDATA, Pid, Address, nullptr);
  if (errno != 0)
    return systemError("reading the program's memory");
  return Word;
}

Error Tracee::poke(uint64_t Address, uint64_t Word) const {
  if (ptrace(PTRACE_POKEDATA, Pid, Address, Word) < 0)
    return systemError("writing the program's memory");
  return Error::success();
}

Error Tracee::setBreak(uint64_t Address) {
  Expected<uint64_t> Word = readWord(Address);
  if (!Word)
    return Word.takeError();
  Replaced[Address] = *Word & 0xff;
  return poke(Address, (*Word & ~uint64_t(0xff)) | 0xcc);
}

Error Tracee::removeBreak(uint64_t Address) {
  Expected<uint64_t> Word = readWord(Address);
  if (!Word)
    return Word.takeError();
  auto It = Replaced.find(Address);
  uint64_t Byte = It->second;
  Replaced.erase(It);
  return poke(Address, (*Word & ~uint64_t(0xff)) | Byte);
}

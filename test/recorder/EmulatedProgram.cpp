//===- EmulatedProgram.cpp - Stepping AArch64 in qemu ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// qemu-aarch64 writes the registers before each instruction to a pipe, as
/// text:
///
///    PC=0000000000400b24 X00=00000000004a3880 X01=00000000004a4080
///   X02=0000000000004a00 ...
///   X29=00000055008005a0 X30=0000000000400b80  SP=00000055008005a0
///   PSTATE=60000000 -ZC- EL0t
///
/// The program does not wait for us, so that breakpoints are only lines to look
/// for. An instruction costs some 30 microseconds. Stepping by the GDB protocol
/// takes six times that: qemu forgets all translated code at each stop.
///
//===----------------------------------------------------------------------===//

#include "SteppedProgram.h"
#include "kernel-bounds/Measure/AArch64Registers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

using namespace kernelbounds;
using namespace llvm;

namespace {

class EmulatedProgram final : public SteppedProgram {
public:
  explicit EmulatedProgram(const MCRegisterInfo &MRI) : Registers(MRI) {}
  ~EmulatedProgram() override;
  Error start(StringRef Program, StringRef Emulator,
              ArrayRef<CodeRange> Visible);

  bool hasExited() const override { return Exited; }
  int exitCode() const override { return ExitCode; }
  uint64_t pc() const override { return Values[AArch64Registers::PC]; }
  uint64_t stackPointer() const override {
    return Values[AArch64Registers::SP];
  }
  uint64_t address(const MemRef &M) const override {
    return Registers.address(M, Values);
  }
  Error step() override;
  Error run() override;
  Error setBreak(uint64_t Address) override {
    Breaks.insert(Address);
    return Error::success();
  }

private:
  Error readLine();
  Error parseLine();
  Error waitForEnd();

  AArch64Registers Registers;
  DenseSet<uint64_t> Breaks;
  FILE *Log = nullptr;
  pid_t Pid = 0;
  bool Exited = false;
  int ExitCode = 0;
  char Line[256]; ///< The last one; "" at the end.
  /// PC 0: none has been read.
  uint64_t Values[AArch64Registers::NumValues] = {0};
};

} // namespace

static Error systemError(const Twine &What) {
  return createStringError(What + ": " + std::strerror(errno));
}

//===----------------------------------------------------------------------===//
// The log
//===----------------------------------------------------------------------===//

Error EmulatedProgram::readLine() {
  Line[0] = 0;
  if (!std::fgets(Line, sizeof(Line), Log) && std::ferror(Log))
    return systemError("reading from the emulator");
  return Error::success();
}

/// Takes over the registers of a line.
Error EmulatedProgram::parseLine() {
  SmallVector<StringRef, 4> Words;
  SplitString(Line, Words);
  for (StringRef Word : Words) {
    auto [Name, Digits] = Word.split('=');
    unsigned Index = AArch64Registers::NumValues;
    if (Name == "SP" || Name == "PC")
      Index = Name == "SP" ? AArch64Registers::SP : AArch64Registers::PC;
    else if (!Name.consume_front("X") || Name.getAsInteger(10, Index))
      continue;
    if (Index >= AArch64Registers::NumValues ||
        Digits.getAsInteger(16, Values[Index]))
      return createStringError(Twine("unknown output of the emulator: ") +
                               Line);
  }
  return Error::success();
}

/// To the next instruction that the emulator writes. Its lines end with that of
/// the stack pointer.
Error EmulatedProgram::step() {
  while (true) {
    if (Error E = readLine())
      return E;
    StringRef Text = Line;
    if (Text.empty())
      return waitForEnd();
    if (Error E = parseLine())
      return E;
    if (Text.contains(" SP="))
      return Error::success();
  }
}

Error EmulatedProgram::run() {
  if (!pc())
    if (Error E = step())
      return E;
  while (!Exited && !Breaks.erase(pc()))
    if (Error E = step())
      return E;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

Error EmulatedProgram::waitForEnd() {
  int Status = 0;
  pid_t Child = std::exchange(Pid, 0);
  if (waitpid(Child, &Status, 0) < 0)
    return systemError("waitpid");
  if (WIFSIGNALED(Status))
    return createStringError(Twine("the program was stopped by signal ") +
                             Twine(WTERMSIG(Status)));
  Exited = true;
  ExitCode = WEXITSTATUS(Status);
  return Error::success();
}

[[noreturn]] static void becomeEmulator(const char *Emulator,
                                        const char *Filter, int Log,
                                        const char *Program) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int Null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (Null >= 0) {
    dup2(Null, STDIN_FILENO);
    dup2(Null, STDOUT_FILENO);
  }
  std::string File = "/proc/self/fd/" + std::to_string(Log);
  // The option has another name since version 8.1.
  setenv("QEMU_SINGLESTEP", "1", 1);
  setenv("QEMU_ONE_INSN_PER_TB", "1", 1);
  execl(Emulator, Emulator, "-d", "cpu,nochain", "-dfilter", Filter, "-D",
        File.c_str(), Program, static_cast<char *>(nullptr));
  _exit(127);
}

static Error checkIsFixed(StringRef Program) {
  auto File = MemoryBuffer::getFileSlice(Program, sizeof(Elf64_Ehdr), 0);
  Elf64_Ehdr Header = {};
  if (File && (*File)->getBufferSize() >= sizeof(Header))
    std::memcpy(&Header, (*File)->getBufferStart(), sizeof(Header));
  if (Header.e_type == ET_EXEC && Header.e_machine == EM_AARCH64)
    return Error::success();
  return createStringError(Program + ": no AArch64 program at a fixed address");
}

Error EmulatedProgram::start(StringRef Program, StringRef Emulator,
                             ArrayRef<CodeRange> Visible) {
  if (Error E = checkIsFixed(Program))
    return E;
  auto Path = sys::findProgramByName(Emulator);
  if (!Path)
    return createStringError("cannot find " + Emulator);
  std::string File = Program.str(), Filter;
  for (CodeRange R : Visible)
    Filter += (Filter.empty() ? "0x" : ",0x") + utohexstr(R.First) + "+0x" +
              utohexstr(R.Size);
  int Ends[2];
  if (pipe(Ends) < 0)
    return systemError("pipe");
  Pid = fork();
  if (Pid == 0) {
    close(Ends[0]);
    becomeEmulator(Path->c_str(), Filter.c_str(), Ends[1], File.c_str());
  }
  close(Ends[1]);
  Log = fdopen(Ends[0], "r");
  return Pid < 0 || !Log ? systemError("fork") : Error::success();
}

EmulatedProgram::~EmulatedProgram() {
  if (Log)
    std::fclose(Log);
  if (Pid <= 0)
    return;
  kill(Pid, SIGKILL);
  waitpid(Pid, nullptr, 0);
}

Expected<std::unique_ptr<SteppedProgram>>
kernelbounds::startEmulated(StringRef Program, StringRef Emulator,
                            ArrayRef<CodeRange> Visible,
                            const MCRegisterInfo &MRI) {
  auto Run = std::make_unique<EmulatedProgram>(MRI);
  if (Error E = Run->start(Program, Emulator, Visible))
    return E;
  return Run;
}

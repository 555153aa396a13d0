//===- EmulatedRun.cpp - A program of another machine while it runs -------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An AArch64 program in qemu's user mode, which waits for a debugger. A signal
/// that programs seldom use stops it for a look, and never reaches it. What is
/// sampled is the processor time of the emulator.
///
/// Tested by test/Run/emulated.test.
//
//===----------------------------------------------------------------------===//

#include "GdbClient.h"
#include "ProcessMaps.h"
#include "StepsAArch64.h"
#include "StretchLog.h"
#include "ThreadFiles.h"
#include "TraceDecoder.h"
#include "kernel-bounds/Measure/AArch64Registers.h"
#include "kernel-bounds/Run/ProgramRun.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <csignal>
#include <cstring>
#include <elf.h>
#include <map>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

static constexpr StringLiteral EmulatedTriple("aarch64-unknown-linux-gnu");
/// That stops the program for a look; and its number in the protocol.
static constexpr int LookSignal = SIGPWR;
static constexpr StringLiteral LookStop("T20");
/// Of a step.
static constexpr StringLiteral StepStop("T05");

namespace {

/// While it lives, signals from the terminal are the program's business.
class WithoutTerminalSignals {
public:
  WithoutTerminalSignals()
      : Interrupt(signal(SIGINT, SIG_IGN)), Quit(signal(SIGQUIT, SIG_IGN)) {}
  ~WithoutTerminalSignals() {
    signal(SIGINT, Interrupt);
    signal(SIGQUIT, Quit);
  }
  WithoutTerminalSignals(const WithoutTerminalSignals &) = delete;
  WithoutTerminalSignals &operator=(const WithoutTerminalSignals &) = delete;

  /// In a child.
  void restore() const {
    signal(SIGINT, Interrupt);
    signal(SIGQUIT, Quit);
  }

private:
  sighandler_t Interrupt, Quit;
};

class EmulatedRun {
public:
  EmulatedRun(const RunOptions &Options, std::unique_ptr<TraceDecoder> Decoder)
      : Options(Options), Decoder(std::move(Decoder)),
        Registers(this->Decoder->target().registerInfo()),
        Stretches(roomFor(Options)) {}
  ~EmulatedRun();
  Error start();
  Error follow();
  Expected<ProgramRun> finish();

private:
  struct Counts {
    uint64_t NumSamples = 0, Nanoseconds = 0;
  };

  [[noreturn]] void becomeEmulator(ArrayRef<std::string> Command) const;
  Error connect(StringRef Path);
  Error readRegisters();
  Error look();
  Error record();
  Expected<uint32_t> findInst(SteppedStretch &Out);
  ProcessMaps::Place locate(uint64_t Address);

  const RunOptions &Options;
  std::unique_ptr<TraceDecoder> Decoder;
  AArch64Registers Registers;
  WithoutTerminalSignals Signals;
  pid_t Pid = 0;
  std::optional<GdbClient> Gdb;
  uint64_t Values[AArch64Registers::NumValues] = {0};
  /// With which the program goes on: of a signal that is its own, that.
  std::string Continue = "c";
  bool HasEnded = false;
  uint64_t LastTime = 0; ///< Processor time at the last look.

  ModuleNames Modules;
  ProcessMaps Maps;
  std::map<std::pair<uint32_t, uint64_t>, Counts> Places;
  StretchLog Stretches;
  // Of the present stretch.
  static constexpr uint32_t NoInst = ~0u;
  DenseMap<uint64_t, uint32_t> ByAddress;
  Kernel Insts; ///< Parallel to SteppedStretch::Insts.
};

} // namespace

static Error systemError(const Twine &What) {
  return createStringError(What + ": " + std::strerror(errno));
}

//===----------------------------------------------------------------------===//
// Start and end
//===----------------------------------------------------------------------===//

static Error checkProgram(const std::string &Program) {
  auto File = MemoryBuffer::getFileSlice(Program, sizeof(Elf64_Ehdr), 0);
  if (!File)
    return createStringError("cannot read '" + Program +
                             "': " + File.getError().message());
  Elf64_Ehdr Header = {};
  if ((*File)->getBufferSize() >= sizeof(Header))
    std::memcpy(&Header, (*File)->getBufferStart(), sizeof(Header));
  if (std::memcmp(Header.e_ident, ELFMAG, SELFMAG) == 0 &&
      Header.e_machine == EM_AARCH64)
    return Error::success();
  return createStringError("'" + Program +
                           "' is no AArch64 program; --emulator runs these");
}

void EmulatedRun::becomeEmulator(ArrayRef<std::string> Command) const {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  Signals.restore();
  std::vector<char *> Args;
  for (const std::string &A : Command)
    Args.push_back(const_cast<char *>(A.c_str()));
  Args.push_back(nullptr);
  execv(Args.front(), Args.data());
  _exit(127);
}

/// Waits for the emulator to listen.
Error EmulatedRun::connect(StringRef Path) {
  constexpr unsigned MostTries = 1000;
  sockaddr_un To = {};
  To.sun_family = AF_UNIX;
  std::memcpy(To.sun_path, Path.data(), Path.size());
  for (unsigned Try = 0; Try < MostTries; ++Try) {
    const int Socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (Socket < 0)
      return systemError("socket");
    if (::connect(Socket, reinterpret_cast<const sockaddr *>(&To),
                  sizeof(To)) == 0) {
      Gdb.emplace(Socket);
      return Error::success();
    }
    close(Socket);
    int Status = 0;
    if (waitpid(Pid, &Status, WNOHANG) == Pid) {
      Pid = 0;
      return createStringError("'" + Options.Emulator +
                               "' ended before the program began");
    }
    usleep(10000);
  }
  return createStringError("'" + Options.Emulator + "' takes no debugger");
}

Error EmulatedRun::start() {
  SmallVector<StringRef, 4> Words;
  SplitString(Options.Emulator, Words);
  if (Words.empty())
    return createStringError("--emulator names no program");
  auto Path = sys::findProgramByName(Words.front());
  if (!Path)
    return createStringError("cannot start '" + Words.front() +
                             "': " + Path.getError().message());
  std::string Program = Options.Command.front();
  if (!StringRef(Program).contains('/'))
    if (auto Found = sys::findProgramByName(Program))
      Program = *Found;
  if (Error E = checkProgram(Program))
    return E;
  SmallString<128> Folder;
  if (std::error_code EC = sys::fs::createUniqueDirectory("kernel-opt", Folder))
    return createStringError("cannot make a folder: " + EC.message());
  SmallString<128> File = Folder;
  sys::path::append(File, "gdb");
  const scope_exit Remove([&] {
    sys::fs::remove(File);
    sys::fs::remove(Folder);
  });
  if (File.size() >= sizeof(sockaddr_un::sun_path))
    return createStringError("the name '" + File +
                             "' is too long for a socket");
  std::vector<std::string> Command{*Path};
  for (StringRef Word : ArrayRef(Words).drop_front())
    Command.push_back(Word.str());
  Command.insert(Command.end(), {"-g", File.str().str(), Program});
  Command.insert(Command.end(), Options.Command.begin() + 1,
                 Options.Command.end());
  Pid = fork();
  if (Pid < 0)
    return systemError("fork");
  if (Pid == 0)
    becomeEmulator(Command);
  return connect(File);
}

EmulatedRun::~EmulatedRun() {
  if (Pid <= 0)
    return;
  kill(Pid, SIGKILL);
  waitpid(Pid, nullptr, 0);
}

Expected<ProgramRun> EmulatedRun::finish() {
  int Status = 0;
  while (waitpid(Pid, &Status, 0) < 0)
    if (errno != EINTR)
      return systemError("waitpid");
  Pid = 0;
  ProgramRun Run;
  Run.ExitCode =
      WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
  Run.NumProcesses = Run.NumThreads = 1;
  Run.Modules = Modules.names();
  for (const auto &[Place, C] : Places)
    Run.Places.push_back(
        {Place.first, Place.second, C.NumSamples, C.Nanoseconds});
  if (Options.StretchLength != 0)
    Run.Trace = Stretches.take(EmulatedTriple.str(), Run.Modules);
  return Run;
}

//===----------------------------------------------------------------------===//
// While it runs
//===----------------------------------------------------------------------===//

/// The emulator maps code of the program so that the machine does not execute
/// it, at the program's own addresses.
ProcessMaps::Place EmulatedRun::locate(uint64_t Address) {
  if (auto P = Maps.find(Address))
    return *P;
  if (auto Text =
          MemoryBuffer::getFileAsStream("/proc/" + Twine(Pid) + "/maps")) {
    std::string All;
    SmallVector<StringRef, 64> Lines;
    (*Text)->getBuffer().split(Lines, '\n');
    for (StringRef Line : Lines) {
      const auto [Range, Rest] = Line.split(' ');
      if (Rest.size() > 4)
        All += (Range + " r-xp" + Rest.drop_front(4) + "\n").str();
    }
    Maps.parse(All, Modules);
  }
  if (auto P = Maps.find(Address))
    return *P;
  return {Modules.id("[anonymous]"), Address};
}

/// The answer to "g" has x0 to x30, sp and pc, eight bytes each.
Error EmulatedRun::readRegisters() {
  auto Answer = Gdb->ask("g");
  if (!Answer)
    return Answer.takeError();
  std::string Bytes;
  if (!tryGetFromHex(*Answer, Bytes) || Bytes.size() < sizeof(Values))
    return createStringError("the emulator does not say what registers hold");
  for (unsigned I = 0; I < AArch64Registers::NumValues; ++I)
    Values[I] = support::endian::read64le(Bytes.data() + 8 * I);
  return Error::success();
}

/// The instruction at the program counter; NoInst if it is not to be stepped.
Expected<uint32_t> EmulatedRun::findInst(SteppedStretch &Out) {
  const uint64_t Address = Values[AArch64Registers::PC];
  const auto [It, IsNew] = ByAddress.try_emplace(Address, NoInst);
  if (!IsNew)
    return It->second;
  auto Answer = Gdb->ask("m" + utohexstr(Address, /*LowerCase=*/true) + ",4");
  if (!Answer)
    return Answer.takeError();
  std::string Bytes;
  if (!tryGetFromHex(*Answer, Bytes) || Bytes.size() != 4)
    return NoInst;
  SteppedInst New;
  New.Address = Address;
  std::copy(Bytes.begin(), Bytes.end(), New.Bytes.begin());
  if (isException(support::endian::read32le(Bytes.data())))
    return NoInst;
  const auto Listed = Decoder->decode({New.Bytes.data(), 4}, Address);
  if (!Listed)
    return NoInst;
  New.Size = Listed->Size;
  Decoder->semantics().append(*Listed, Insts);
  const KernelInst &I = Insts.Insts.back();
  for (const MemRef &M : Insts.mems(I))
    New.NumAccesses += isRecorded(I, M);
  Out.Insts.push_back(New);
  return It->second = Out.Insts.size() - 1;
}

/// From where it stands.
Error EmulatedRun::record() {
  ByAddress.clear();
  Insts = Kernel();
  SteppedStretch S;
  for (unsigned N = 0; N < Options.StretchLength; ++N) {
    Expected<uint32_t> Inst = findInst(S);
    if (!Inst)
      return Inst.takeError();
    if (*Inst == NoInst)
      break;
    S.Path.push_back(*Inst);
    const KernelInst &I = Insts.Insts[*Inst];
    for (const MemRef &M : Insts.mems(I))
      if (isRecorded(I, M))
        S.Addresses.push_back(Registers.address(M, Values));
    auto Stop = Gdb->ask("s");
    if (!Stop)
      return Stop.takeError();
    HasEnded = Stop->empty() || Stop->front() == 'W' || Stop->front() == 'X';
    if (HasEnded)
      break;
    const StringRef Text = *Stop;
    if (!Text.starts_with(StepStop)) {
      // One for a look comes late, and is not the program's.
      if (!Text.starts_with(LookStop))
        Continue = ("C" + Text.substr(1, 2)).str();
      break;
    }
    if (Error E = readRegisters())
      return E;
  }
  if (S.Path.empty())
    return Error::success();
  std::vector<ProcessMaps::Place> Where;
  for (const SteppedInst &I : S.Insts)
    Where.push_back(locate(I.Address));
  Stretches.add(/*Thread=*/0, std::move(S), std::move(Where),
                StretchLog::Clock::now());
  return Error::success();
}

Error EmulatedRun::look() {
  if (Error E = readRegisters())
    return E;
  const uint64_t Now = nanosecondsOf(Pid);
  if (Now > LastTime) {
    const ProcessMaps::Place P = locate(Values[AArch64Registers::PC]);
    Counts &C = Places[{P.Module, P.Offset}];
    ++C.NumSamples;
    C.Nanoseconds += Now - LastTime;
  }
  if (Options.StretchLength != 0 && Stretches.isDue(StretchLog::Clock::now()))
    if (Error E = record())
      return E;
  // What a recording takes is not the program's.
  LastTime = HasEnded ? Now : nanosecondsOf(Pid);
  return Error::success();
}

Error EmulatedRun::follow() {
  using namespace std::chrono;
  const milliseconds Period(std::max(1u, 1000 / Options.Frequency));
  const auto Begin = steady_clock::now();
  auto First = Gdb->ask("?");
  if (!First)
    return First.takeError();
  HasEnded = First->empty();
  while (!HasEnded) {
    if (Options.Seconds != 0 &&
        steady_clock::now() - Begin > seconds(Options.Seconds))
      return Gdb->ask("D").takeError(); // It runs to its end.
    if (Error E = Gdb->send(std::exchange(Continue, "c")))
      return E;
    auto Stop = Gdb->receive(Period);
    // One that computes stops at once.
    while (Stop && !*Stop) {
      kill(Pid, LookSignal);
      Stop = Gdb->receive(seconds(10));
    }
    if (!Stop)
      return Stop.takeError();
    const StringRef Text = **Stop;
    HasEnded = Text.empty() || Text[0] == 'W' || Text[0] == 'X';
    if (HasEnded)
      break;
    if (Text.starts_with(LookStop)) {
      if (Error E = look())
        return E;
    } else {
      Continue = ("C" + Text.substr(1, 2)).str();
    }
  }
  return Error::success();
}

Expected<ProgramRun> kernelbounds::runEmulated(const RunOptions &Options) {
  auto Decoder = TraceDecoder::create(Triple(EmulatedTriple));
  if (!Decoder)
    return Decoder.takeError();
  EmulatedRun Run(Options, std::move(*Decoder));
  if (Error E = Run.start())
    return std::move(E);
  if (Error E = Run.follow())
    return std::move(E);
  return Run.finish();
}

//===- EmulatedLoopRunner.cpp - Runs loops in an emulator -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop becomes an ELF file of one segment that may be read, written and
/// executed: a page with the headers, the code (registers are filled, the loop
/// runs, the program exits), and the memory of the loop.
/// Tested by test/kernel-opt/measure-emulated.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/EmulatedLoopRunner.h"
#include "LoopEncoder.h"
#include "kernel-bounds/Measure/LoopText.h"
#include "kernel-bounds/Measure/ProcessPool.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstring>

using namespace kernelbounds;
using namespace llvm;

static constexpr uint64_t Page = 4096, BaseAddress = 0x400000,
                          DataBytes = 1 << 17;

EmulatedLoopRunner::EmulatedLoopRunner(TargetContext &Target,
                                       const FormBuilder &Builder,
                                       LoopRunner &Clock,
                                       const EmulatorOptions &Options)
    : Target(Target), Forms(Builder.target()), Clock(Clock), Options(Options),
      Encoder(std::make_unique<LoopEncoder>(Target, Builder.target())) {}

EmulatedLoopRunner::~EmulatedLoopRunner() {
  if (!Folder.empty())
    sys::fs::remove_directories(Folder);
}

std::string EmulatedLoopRunner::file(StringRef Name) const {
  SmallString<128> Path = Folder;
  sys::path::append(Path, Name);
  return Path.str().str();
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Error EmulatedLoopRunner::appendText(StringRef Text,
                                     SmallVectorImpl<char> &Code) {
  auto [Known, IsNew] = Assembled.try_emplace(Text);
  SmallVector<char, 0> &Bytes = Known->second;
  if (IsNew) {
    auto Bodies = readLoopTexts({Text.str()}, Forms);
    if (!Bodies)
      return Bodies.takeError();
    for (const MCInst &I : Bodies->front())
      Encoder->append(I, Bytes);
  }
  Code.append(Bytes.begin(), Bytes.end());
  return Error::success();
}

bool EmulatedLoopRunner::usesScalable(const TimedLoop &Loop) const {
  return any_of(Loop.Body, [&](const MCInst &I) {
    return any_of(I, [&](const MCOperand &Op) {
      return Op.isReg() && Op.getReg() &&
             Forms.isScalable(Target.registerInfo().getName(Op.getReg()));
    });
  });
}

Expected<SmallVector<char, 0>>
EmulatedLoopRunner::program(const TimedLoop &Loop) {
  SmallVector<char, 0> Code;
  uint64_t Memory = 0;
  // Code is in front of the memory, whose address is in the code.
  for (uint64_t Before = ~uint64_t(0); Before != Memory;) {
    Before = Memory;
    Code.clear();
    const EntryState S = Forms.entryState(Loop.Values, Memory);
    if (Error E = appendText(
            Forms.entryText(S, Options.Trips, usesScalable(Loop)), Code))
      return std::move(E);
    Encoder->appendLoop(Loop.Body, Code);
    if (Error E = appendText(Forms.exitText(), Code))
      return std::move(E);
    Memory = std::max(Memory, BaseAddress + Page + alignTo(Code.size(), Page) +
                                  DataBytes / 2);
  }
  ELF::Elf64_Ehdr Head = {};
  std::memcpy(Head.e_ident, ELF::ElfMagic, 4);
  Head.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
  Head.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
  Head.e_ident[ELF::EI_VERSION] = ELF::EV_CURRENT;
  Head.e_type = ELF::ET_EXEC;
  Head.e_machine = Forms.elfMachine();
  Head.e_version = ELF::EV_CURRENT;
  Head.e_entry = BaseAddress + Page;
  Head.e_phoff = Head.e_ehsize = sizeof(Head);
  Head.e_phentsize = sizeof(ELF::Elf64_Phdr);
  Head.e_phnum = 1;
  ELF::Elf64_Phdr Segment = {};
  Segment.p_type = ELF::PT_LOAD;
  Segment.p_flags = ELF::PF_R | ELF::PF_W | ELF::PF_X;
  Segment.p_vaddr = Segment.p_paddr = BaseAddress;
  Segment.p_align = Page;
  const uint64_t Data = Memory - DataBytes / 2 - BaseAddress;
  Segment.p_filesz = Segment.p_memsz = Data + DataBytes;
  SmallVector<char, 0> File(Segment.p_filesz);
  std::memcpy(File.data(), &Head, sizeof(Head));
  std::memcpy(File.data() + sizeof(Head), &Segment, sizeof(Segment));
  std::memcpy(File.data() + Page, Code.data(), Code.size());
  for (uint64_t I = Data; I < File.size(); I += sizeof(Loop.Values.Memory))
    std::memcpy(File.data() + I, &Loop.Values.Memory,
                sizeof(Loop.Values.Memory));
  return std::move(File);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// The first line that the emulator wrote.
std::string EmulatedLoopRunner::said() const {
  auto Buffer = MemoryBuffer::getFile(file("errors"));
  return Buffer ? (*Buffer)->getBuffer().trim().split('\n').first.str() : "";
}

static LoopStatus statusOf(const CommandResult &R) {
  if (R.TimedOut)
    return LoopStatus::TimedOut;
  return R.Signal == SIGILL   ? LoopStatus::Illegal
         : R.Signal == SIGFPE ? LoopStatus::Arithmetic
         : R.Signal != 0      ? LoopStatus::Fault
                              : LoopStatus::Ok;
}

LoopOutcome EmulatedLoopRunner::runOnce(const TimedLoop &Loop) {
  auto Program = program(Loop);
  if (!Program)
    return {LoopStatus::NotEncoded, 0, 0, toString(Program.takeError())};
  const std::string Path = file("loop");
  std::error_code Problem;
  raw_fd_ostream OS(Path, Problem);
  if (!Problem) {
    OS.write(Program->data(), Program->size());
    OS.close();
    Problem = OS.error();
  }
  // Emulators take nothing else for a program.
  if (!Problem)
    Problem = sys::fs::setPermissions(Path, sys::fs::owner_all);
  if (Problem)
    return {LoopStatus::Disturbed, 0, 0, Path + ": " + Problem.message()};
  ExternalCommand C;
  C.Args = Words;
  C.Args.push_back(Path);
  C.Errors = file("errors");
  C.TimeLimit = Options.TimeLimit;
  const CommandResult R = runCommand(std::move(C));
  const LoopStatus Status = statusOf(R);
  if (Status == LoopStatus::Ok && R.ok())
    return {Status, 0, 0, ""};
  const std::string Said = said();
  if (!Said.empty())
    return {Status, 0, 0, Said};
  return {Status, 0, 0,
          R.Signal != 0 ? "signal " + std::to_string(R.Signal) : R.str()};
}

LoopOutcome EmulatedLoopRunner::run(const TimedLoop &Loop) {
  LoopOutcome O = runOnce(Loop);
  if (O.Status == LoopStatus::Ok && O.Detail.empty())
    return Clock.run(Loop);
  // The emulator ran before: a program that it does not take is at fault.
  if (O.Status == LoopStatus::Ok)
    O.Status = LoopStatus::Fault;
  return O;
}

Error EmulatedLoopRunner::open() {
  const TargetRecord &Record = *findTargetByName(Forms.name());
  if (Forms.elfMachine() == 0)
    return createStringError("--emulator: loops of " + Record.Shown +
                             " are not emulated");
  SmallVector<StringRef, 4> Parts;
  SplitString(Options.Command, Parts);
  if (Parts.empty())
    return createStringError("--emulator names no program");
  for (StringRef Part : Parts)
    Words.push_back(Part.str());
  if (findProgram(Words.front()).empty())
    return createStringError("cannot start '" + Words.front() +
                             "': there is no such program");
  if (std::error_code Problem =
          sys::fs::createUniqueDirectory("kernel-opt", Folder))
    return createStringError("cannot make a folder: " + Problem.message());
  const LoopOutcome O = runOnce(TimedLoop());
  if (O.Status == LoopStatus::Ok && O.Detail.empty())
    return Error::success();
  return createStringError("'" + Options.Command +
                           "' does not run programs of " + Record.Shown + ": " +
                           O.Detail);
}

Expected<std::unique_ptr<EmulatedLoopRunner>>
EmulatedLoopRunner::create(TargetContext &Target, const FormBuilder &Builder,
                           LoopRunner &Clock, const EmulatorOptions &Options) {
  std::unique_ptr<EmulatedLoopRunner> Runner(
      new EmulatedLoopRunner(Target, Builder, Clock, Options));
  if (Error E = Runner->open())
    return std::move(E);
  return std::move(Runner);
}

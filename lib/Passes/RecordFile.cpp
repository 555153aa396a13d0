//===- RecordFile.cpp - The loops of a compilation as a record ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Passes/record-file.c.
//
//===----------------------------------------------------------------------===//

#include "RecordFile.h"
#include "MachineText.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace kernelbounds;
using namespace llvm;

RecordFile::RecordFile(StringRef Path)
    : Path(Path), OS(Text), Out(findReport("record")->Create(
                                OS, {/*Verbose=*/false, /*Quiet=*/false,
                                     "kernel-bounds " KERNEL_BOUNDS_VERSION})) {
  Out->begin();
}

RecordFile &RecordFile::get(StringRef Path) {
  // Never destroyed: the last module may come late.
  static RecordFile *const File = new RecordFile(Path);
  return *File;
}

/// The first place that is known of the loop's start and its instructions.
static const DILocation *startOf(const AnalyzedLoop &L) {
  if (const DILocation *Start = L.Origin.Copy.Start)
    return Start;
  for (const MachineInstr *MI : L.Source)
    if (const DILocation *Loc = MI->getDebugLoc(); Loc && Loc->getLine() != 0)
      return Loc;
  return nullptr;
}

/// The calls that were inlined around \p Start, the innermost first.
static std::vector<InlinedCall> callsAround(const DILocation *Start) {
  std::vector<InlinedCall> Calls;
  while (Start && Start->getInlinedAt()) {
    const DISubprogram &Callee = *Start->getScope()->getSubprogram();
    Start = Start->getInlinedAt();
    Calls.push_back({(Callee.getLinkageName().empty() ? Callee.getName()
                                                      : Callee.getLinkageName())
                         .str(),
                     Start->getFilename().str(), Start->getLine()});
  }
  return Calls;
}

void RecordFile::addLoop(const AnalyzedLoop &L, const MachineListing &Code,
                         const MachineFunction &MF) {
  std::lock_guard<std::mutex> Guard(Lock);
  const MachineText Printed(MF);
  LoopPlace Place;
  Place.File = MF.getFunction().getParent()->getSourceFileName();
  const DILocation *Start = startOf(L);
  if (Start) {
    Place.SourceFile = sys::path::remove_leading_dotslash(Start->getFilename());
    Place.SourceLine = Start->getLine();
  }
  const std::vector<InlinedCall> Inlined = callsAround(Start);
  Place.Inlined = Inlined;
  Place.NumUnread = L.NotLowered.size();
  Place.NumOtherEntries = L.NumOtherEntries;
  auto TextOf = [&](uint32_t I) {
    InstText T;
    const KernelInst &Inst = L.Result.Bounds.kernel().Insts[I];
    T.Text = Printed.of(Code.Code.Insts[Inst.Listed].Inst, *L.Source[I]);
    T.Where = "instruction " + std::to_string(I + 1);
    if (const DILocation *Loc = L.Source[I]->getDebugLoc();
        Loc && Loc->getLine() != 0) {
      T.SourceFile = sys::path::remove_leading_dotslash(Loc->getFilename());
      T.Where =
          (sys::path::filename(T.SourceFile) + ":" + Twine(Loc->getLine()))
              .str();
    }
    return T;
  };
  Place.Text = TextOf;
  auto SourceOf = [&](StringRef File, unsigned Line) {
    return Sources.line(File, Line);
  };
  Place.Source = SourceOf;
  Out->addLoop(L.Result, Place);
  ++NumLoops;
}

/// Writes \p Text so that nobody sees half of it.
static std::string writeAtOnce(StringRef Path, StringRef Text) {
  Expected<sys::fs::TempFile> Temp =
      sys::fs::TempFile::create(Path + ".tmp-%%%%%%");
  if (!Temp)
    return "cannot write '" + Path.str() + "': " + toString(Temp.takeError());
  raw_fd_ostream To(Temp->FD, /*shouldClose=*/false);
  To << Text;
  To.flush();
  std::string Problem;
  if (To.has_error())
    Problem = "cannot write '" + Path.str() + "': " + To.error().message();
  To.clear_error();
  if (Error E = Problem.empty() ? Temp->keep(Path) : Temp->discard())
    Problem = "cannot write '" + Path.str() + "': " + toString(std::move(E));
  return Problem;
}

std::string RecordFile::addModule(const Module &M) {
  std::lock_guard<std::mutex> Guard(Lock);
  FileSummary Summary;
  Summary.File = M.getSourceFileName();
  Summary.Triple = M.getTargetTriple().str();
  Summary.NumLoops = NumLoops;
  NumLoops = 0;
  Out->addFile(Summary);
  // More modules may follow: what ends the record is no part of what is kept.
  const size_t Size = Text.size();
  Out->end();
  std::string Problem = writeAtOnce(Path, Text);
  Text.resize(Size);
  return Problem;
}

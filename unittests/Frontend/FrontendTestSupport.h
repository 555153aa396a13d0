//===- FrontendTestSupport.h - Inputs for the reader tests ------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads text as if it were a file, and assembles text to an object in memory.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_FRONTEND_FRONTENDTESTSUPPORT_H
#define KERNEL_BOUNDS_UNITTESTS_FRONTEND_FRONTENDTESTSUPPORT_H

#include "kernel-bounds/Frontend/Input.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCObjectWriter.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace kernelbounds::test {

/// Reads \p Text under the name "t"; the error message on failure.
inline std::unique_ptr<Input> read(llvm::StringRef Text, std::string &Error,
                                   const InputOptions &Options = {}) {
  auto In = readInput(llvm::MemoryBuffer::getMemBufferCopy(Text, "t"), Options);
  if (In)
    return std::move(*In);
  Error = llvm::toString(In.takeError());
  return nullptr;
}

/// Reads \p Text, which must be readable.
inline std::unique_ptr<Input> readGood(llvm::StringRef Text,
                                       const InputOptions &Options = {}) {
  std::string Error;
  std::unique_ptr<Input> In = read(Text, Error, Options);
  if (!In)
    ADD_FAILURE() << Error << "\nin:\n" << Text.str();
  return In;
}

/// The message with which \p Text is refused; empty if it is not.
inline std::string errorOf(llvm::StringRef Text,
                           const InputOptions &Options = {}) {
  std::string Error;
  read(Text, Error, Options);
  return Error;
}

/// The texts of the instructions on the path of \p L, with "; " between.
inline std::string bodyOf(const Input &In, unsigned Function,
                          const LoopBody &L) {
  std::unique_ptr<llvm::MCInstPrinter> Printer =
      In.Target->createInstPrinter(In.file().SyntaxVariant);
  const ListedFunction &F = In.code().Functions[Function];
  std::string Result;
  for (unsigned B : L.Path)
    for (unsigned I = F.Blocks[B].First; I < F.Blocks[B].End; ++I)
      Result += (Result.empty() ? "" : "; ") +
                In.Target->textOf(In.code().Insts[I], *Printer);
  return Result;
}

/// All loops as "function/label{body}".
inline std::string loopsOf(const Input &In) {
  std::string Result;
  for (unsigned F = 0; F < In.Loops.size(); ++F)
    for (const LoopBody &L : In.Loops[F])
      Result += In.code().Functions[F].Name + "/" +
                In.code().Functions[F].Blocks[L.Header].Label + "{" +
                bodyOf(In, F, L) + "}";
  return Result;
}

/// All diagnostics as "line:column: message", one a line.
inline std::string diagnosticsOf(const Input &In) {
  std::string Result;
  for (const InputDiagnostic &D : In.file().Diagnostics)
    Result += std::to_string(D.Line) + ":" + std::to_string(D.Column) + ": " +
              D.Message + "\n";
  return Result;
}

/// Assembles correct \p Text for \p TripleName to an object file.
inline std::string assemble(llvm::StringRef Text, llvm::StringRef TripleName) {
  using namespace llvm;
  auto Target = cantFail(TargetContext::create(Triple(TripleName), "", ""));
  SourceMgr &SM = Target->sourceManager();
  SM.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Text), SMLoc());
  SmallString<0> Object;
  raw_svector_ostream OS(Object);
  const llvm::Target &T = Target->target();
  std::unique_ptr<MCAsmBackend> Backend(T.createMCAsmBackend(
      Target->subtarget(), Target->registerInfo(), Target->options()));
  std::unique_ptr<MCObjectWriter> Writer = Backend->createObjectWriter(OS);
  std::unique_ptr<MCCodeEmitter> Emitter(
      T.createMCCodeEmitter(Target->instrInfo(), Target->context()));
  std::unique_ptr<MCStreamer> Streamer(T.createMCObjectStreamer(
      Target->triple(), Target->context(), std::move(Backend),
      std::move(Writer), std::move(Emitter), Target->subtarget()));
  std::unique_ptr<MCAsmParser> Parser(
      createMCAsmParser(SM, Target->context(), *Streamer, Target->asmInfo()));
  std::unique_ptr<MCTargetAsmParser> TargetParser(T.createMCAsmParser(
      Target->subtarget(), *Parser, Target->instrInfo(), Target->options()));
  Parser->setTargetParser(*TargetParser);
  EXPECT_FALSE(Parser->Run(/*NoInitialTextSection=*/false)) << Text.str();
  return Object.str().str();
}

} // namespace kernelbounds::test

#endif // KERNEL_BOUNDS_UNITTESTS_FRONTEND_FRONTENDTESTSUPPORT_H

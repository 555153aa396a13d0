//===- EmulatedLoopRunner.h - Runs loops in an emulator ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops of another target than this machine's: an emulator shows whether a
/// loop runs, and another runner says what it takes. So a form that the
/// emulated core does not have is `illegal`, and code and operands of all
/// others are known to run.
///
/// Example: with `qemu-aarch64 -cpu cortex-a53`, a loop of
/// `add z0.d, z1.d, z2.d` ends by SIGILL, as that core has no SVE.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_EMULATEDLOOPRUNNER_H
#define KERNEL_BOUNDS_MEASURE_EMULATEDLOOPRUNNER_H

#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Measure/FormBuilder.h"
#include "kernel-bounds/Measure/LoopRunner.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include <memory>

namespace kernelbounds {

class LoopEncoder;

struct EmulatorOptions {
  std::string Command;    ///< As a user writes it: "qemu-aarch64 -cpu max".
  unsigned Trips = 3;     ///< Of each loop.
  unsigned TimeLimit = 5; ///< Seconds of one run.
};

class EmulatedLoopRunner : public LoopRunner {
public:
  /// \p Clock says what loops take. All outlive the runner. Fails if the
  /// emulator is not to be found or does not run a program of the target, and
  /// for targets without such programs.
  static llvm::Expected<std::unique_ptr<EmulatedLoopRunner>>
  create(TargetContext &Target, const FormBuilder &Builder, LoopRunner &Clock,
         const EmulatorOptions &Options);
  ~EmulatedLoopRunner() override;

  /// Illegal, Fault, Arithmetic or TimedOut if the program ends so; else what
  /// the clock says. About 10 ms.
  LoopOutcome run(const TimedLoop &Loop) override;
  /// Those of the clock; what a loop does in the emulator is not asked again.
  llvm::ArrayRef<PortCounter> counters() const override {
    return Clock.counters();
  }
  llvm::Expected<PortCounts> count(const TimedLoop &Loop) override {
    return Clock.count(Loop);
  }
  LoopOutcome walk(const AccessPattern &P) override { return Clock.walk(P); }
  double noise() const override { return Clock.noise(); }

private:
  EmulatedLoopRunner(TargetContext &Target, const FormBuilder &Builder,
                     LoopRunner &Clock, const EmulatorOptions &Options);
  llvm::Error open();
  llvm::Expected<llvm::SmallVector<char, 0>> program(const TimedLoop &Loop);
  llvm::Error appendText(llvm::StringRef Text,
                         llvm::SmallVectorImpl<char> &Code);
  bool usesScalable(const TimedLoop &Loop) const;
  /// How the program ends; Ok and a Detail if by an exit code.
  LoopOutcome runOnce(const TimedLoop &Loop);
  std::string file(llvm::StringRef Name) const;
  std::string said() const;

  TargetContext &Target;
  const FormTarget &Forms;
  LoopRunner &Clock;
  EmulatorOptions Options;
  std::vector<std::string> Words; ///< Of the command.
  std::unique_ptr<LoopEncoder> Encoder;
  /// Code of texts; there are few.
  llvm::StringMap<llvm::SmallVector<char, 0>> Assembled;
  llvm::SmallString<128> Folder;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_EMULATEDLOOPRUNNER_H

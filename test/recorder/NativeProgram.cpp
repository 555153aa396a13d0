//===- NativeProgram.cpp - Stepping with ptrace ---------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SteppedProgram.h"
#include "kernel-bounds/Measure/RegisterReader.h"
#include "kernel-bounds/Measure/Tracee.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

class NativeProgram final : public SteppedProgram {
public:
  NativeProgram(std::unique_ptr<Tracee> T, const MCRegisterInfo &MRI)
      : T(std::move(T)), Registers(MRI) {}

  bool hasExited() const override { return T->hasExited(); }
  int exitCode() const override { return T->exitCode(); }
  uint64_t pc() const override { return T->regs().rip - T->bias(); }
  uint64_t stackPointer() const override { return T->regs().rsp; }
  uint64_t address(const MemRef &M) const override {
    return Registers.address(M, T->regs(), T->bias());
  }
  Error step() override { return T->step(); }
  Error run() override { return T->run(); }
  Error setBreak(uint64_t Address) override {
    return T->setBreak(Address + T->bias());
  }

private:
  std::unique_ptr<Tracee> T;
  RegisterReader Registers;
};

} // namespace

Expected<std::unique_ptr<SteppedProgram>>
kernelbounds::startNative(StringRef Program, const MCRegisterInfo &MRI) {
  auto T = Tracee::start(Program);
  if (!T)
    return T.takeError();
  return std::make_unique<NativeProgram>(std::move(*T), MRI);
}

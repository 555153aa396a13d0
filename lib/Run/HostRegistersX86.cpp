//===- HostRegistersX86.cpp - Registers of a stopped x86-64 thread --------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostRegisters.h"
#include "kernel-bounds/Measure/RegisterReader.h"
#include <sys/ptrace.h>
#include <sys/user.h>

using namespace kernelbounds;
using namespace llvm;

namespace {

class RegistersX86 final : public HostRegisters {
public:
  explicit RegistersX86(const MCRegisterInfo &MRI) : Reader(MRI) {}
  bool read(pid_t Tid) override {
    return ptrace(PTRACE_GETREGS, Tid, nullptr, &Values) == 0;
  }
  uint64_t pc() const override { return Values.rip; }
  bool isDecoded() const override { return Values.cs == Code64; }
  uint64_t address(const MemRef &M) const override {
    return Reader.address(M, Values, /*Bias=*/0);
  }

private:
  static constexpr uint64_t Code64 = 0x33; ///< The system's segment for it.

  RegisterReader Reader;
  user_regs_struct Values = {};
};

} // namespace

std::unique_ptr<HostRegisters>
HostRegisters::create(const MCRegisterInfo &MRI) {
  return std::make_unique<RegistersX86>(MRI);
}

bool kernelbounds::readPlace(pid_t Tid, uint64_t &Address, bool &IsInSystem) {
  user_regs_struct Regs;
  if (ptrace(PTRACE_GETREGS, Tid, nullptr, &Regs) < 0)
    return false;
  Address = Regs.rip;
  // The number of the system call; -1 after an interrupt or a fault.
  IsInSystem = static_cast<int64_t>(Regs.orig_rax) >= 0;
  return true;
}

/// What stores the flags would see the one that says that it is stepped.
bool kernelbounds::mustNotStep(ArrayRef<uint8_t> Bytes) {
  while (Bytes.size() > 1 && (Bytes[0] == 0x66 || (Bytes[0] & 0xf0) == 0x40))
    Bytes = Bytes.drop_front();
  const uint8_t First = Bytes[0];
  if (First == 0x0f)
    return Bytes.size() > 1 && (Bytes[1] == 0x05 || Bytes[1] == 0x34);
  return First == 0xcc || First == 0xcd || First == 0xf1 || First == 0xf4 ||
         First == 0x9c;
}

void kernelbounds::addInChain(unsigned Trips) {
  uint64_t X = 1;
  for (unsigned I = 0; I < Trips; ++I)
    __asm__ volatile("add $1, %0\n add $1, %0\n add $1, %0\n add $1, %0\n"
                     "add $1, %0\n add $1, %0\n add $1, %0\n add $1, %0\n"
                     "add $1, %0\n add $1, %0"
                     : "+r"(X));
}
